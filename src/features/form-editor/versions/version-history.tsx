import type { ToolProps } from '../panel.ts'

export function Versions(_props: ToolProps) {
  return null
}
