import type { ToolProps } from '../panel.ts'

export function Exchange(_props: ToolProps) {
  return null
}
