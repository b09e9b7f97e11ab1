import type { AreaPath, CountryPath, MunicipalityPath, ProvincePath } from './paths.ts'

/** Municipality of an area: a prefix of its path. */
export function getMunicipality(area: AreaPath): MunicipalityPath {
  return area.split('/').slice(0, 6).join('/') as MunicipalityPath
}

export function getCountry(path: AreaPath | MunicipalityPath): CountryPath {
  return path.split('/').slice(0, 2).join('/') as CountryPath
}

export function getProvince(path: AreaPath | MunicipalityPath): ProvincePath {
  return path.split('/').slice(0, 4).join('/') as ProvincePath
}
