import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is a phone's, where what narrows a list would push the list itself out of view. */
export function usePhone(): boolean {
  return useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false })
}
