import { Stack } from '@mantine/core'
import type { PanelProps } from '../panel.ts'
import { FurtherAreasPanel } from './areas/governing-area.tsx'
import { IncidentsPanel } from './incidents/incidents-panel.tsx'
import { LanguagesPanel } from './languages/languages-panel.tsx'
import { OptionsPanel } from './options/options-panel.tsx'
import { PdfPanel } from './pdf/pdf-panel.tsx'
import { RetentionPanel } from './retention-panel.tsx'
import { StatesPanel } from './states-panel.tsx'

/** All settings except title, area and questions. Settings of an option are shown below its switch. */
export function FormPanels(props: PanelProps) {
  return (
    <Stack gap="md">
      <FurtherAreasPanel {...props} />
      <StatesPanel {...props} />
      <OptionsPanel {...props} />
      <IncidentsPanel {...props} />
      <PdfPanel {...props} />
      <RetentionPanel {...props} />
      <LanguagesPanel {...props} />
    </Stack>
  )
}
