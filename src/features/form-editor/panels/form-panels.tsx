import type { PanelProps } from '../panel.ts'
import { AgendaPanel } from './agenda-panel.tsx'
import { AreaPanel } from './area-panel.tsx'
import { HeaderImagePanel } from './image/header-image-panel.tsx'
import { IncidentsPanel } from './incidents/incidents-panel.tsx'
import { LanguagesPanel } from './languages/languages-panel.tsx'
import { OptionsPanel } from './options/options-panel.tsx'
import styles from './panels.module.css'
import { PdfPanel } from './pdf/pdf-panel.tsx'
import { SignaturesPanel } from './signatures/signatures-panel.tsx'
import { StatesPanel } from './states-panel.tsx'
import { TitlePanel } from './title-panel.tsx'

/** Everything above the sections, from the title to the languages, in the order of part 2, point 2. What an option switches off is not there. */
export function FormPanels(props: PanelProps) {
  const { headerImg, addAppointment, digitalSignature } = props.form.opcionales
  return (
    <div className={styles['panels']}>
      <TitlePanel {...props} />
      <AreaPanel {...props} />
      <StatesPanel {...props} />
      <OptionsPanel {...props} />
      {headerImg && <HeaderImagePanel {...props} />}
      {addAppointment && <AgendaPanel {...props} />}
      <IncidentsPanel {...props} />
      {digitalSignature && <SignaturesPanel {...props} />}
      <PdfPanel {...props} />
      <LanguagesPanel {...props} />
    </div>
  )
}
