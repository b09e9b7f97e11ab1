import { useState } from 'react'
import { Stack } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { SearchField } from '#ui/index.ts'
import type { PanelProps } from '../panel.ts'
import { FurtherAreasPanel } from './areas/governing-area.tsx'
import { IncidentsPanel } from './incidents/incidents-panel.tsx'
import { LanguagesPanel } from './languages/languages-panel.tsx'
import { OptionsPanel } from './options/options-panel.tsx'
import { SettingsSearchContext } from './parts/panel.tsx'
import { PdfPanel } from './pdf/pdf-panel.tsx'
import { RetentionPanel } from './retention-panel.tsx'
import { StatesPanel } from './states-panel.tsx'
import styles from './panels.module.css'

/**
 * All settings except title, area and questions, in folded groups with a search. Settings of an option are shown below
 * its switch.
 */
export function FormPanels(props: PanelProps) {
  const { t } = useLingui()
  const [query, setQuery] = useState('')
  return (
    <Stack gap="md" className={styles['settings'] ?? ''}>
      <search>
        <SearchField label={t`Find a setting`} query="" onSeek={setQuery} />
      </search>
      <SettingsSearchContext value={query}>
        <FurtherAreasPanel {...props} />
        <StatesPanel {...props} />
        <OptionsPanel {...props} />
        <IncidentsPanel {...props} />
        <PdfPanel {...props} />
        <RetentionPanel {...props} />
        <LanguagesPanel {...props} />
      </SettingsSearchContext>
      <p className={styles['none']} role="status">
        {query !== '' && <Trans>No setting contains “{query}”.</Trans>}
      </p>
    </Stack>
  )
}
