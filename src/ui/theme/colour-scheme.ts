import { localStorageColorSchemeManager, useMantineColorScheme, type MantineColorScheme } from '@mantine/core'

export const colourSchemeManager = localStorageColorSchemeManager({ key: 'relevo.scheme' })

/** `light` is designed for sunlight: black on white, strong edges. */
export const COLOUR_SCHEMES = ['light', 'dark', 'auto'] as const satisfies readonly MantineColorScheme[]
export type ColourScheme = (typeof COLOUR_SCHEMES)[number]

export function useColourScheme(): readonly [ColourScheme, (scheme: ColourScheme) => void] {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return [colorScheme, setColorScheme]
}
