import type { ToolProps } from '../panel.ts'

export function Preview(_props: ToolProps) {
  return null
}
