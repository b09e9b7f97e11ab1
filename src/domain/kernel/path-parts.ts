import type { AreaPath, CountryPath, MunicipalityPath, ProvincePath } from './paths.ts'

/** The municipality that an area belongs to: the area's parent chain. */
export function municipalityOf(area: AreaPath): MunicipalityPath {
  return area.split('/').slice(0, 6).join('/') as MunicipalityPath
}

export function countryOf(path: AreaPath | MunicipalityPath): CountryPath {
  return path.split('/').slice(0, 2).join('/') as CountryPath
}

export function provinceOf(path: AreaPath | MunicipalityPath): ProvincePath {
  return path.split('/').slice(0, 4).join('/') as ProvincePath
}
