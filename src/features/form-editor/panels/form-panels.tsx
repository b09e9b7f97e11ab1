import type { PanelProps } from '../panel.ts'

/** Everything above the sections: title to languages, in the order of the specification. */
export function FormPanels(_props: PanelProps) {
  return null
}
