import { IconAdjustments, IconFold, IconFoldDown, IconPlus } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Title } from '@mantine/core'
import { addSectionAt } from '../acts/add.ts'
import { fieldId } from '../element-ids.ts'
import { KindOptionsProvider } from '../questions/kind-select.tsx'
import { useEditor, useEditorStore } from '../store/editor-context.tsx'
import { foldAll, setView } from '../store/editor-store.ts'
import { SectionCard } from './section-card.tsx'
import styles from './sections.module.css'

/** All sections of the form. Folded sections are one line, unfolded sections are rendered near the viewport. */
export function SectionList() {
  const { t } = useLingui()
  const store = useEditorStore()
  const sections = useEditor((state) => state.form.secciones)
  const locked = useEditor((state) => state.locks.structure)
  return (
    <section
      className={`r-column r-gap-16 r-yields ${styles['sections']}`}
      aria-label={t`Sections`}
      id={fieldId('secciones')}
      tabIndex={-1}
    >
      <div className={sections.length > 1 ? 'r-row r-middle r-between r-target' : 'r-hidden'}>
        <Title order={2}>
          <Trans>Sections</Trans>
        </Title>
        {sections.length > 1 && <FoldAll />}
      </div>
      {sections.length === 0 && (
        <p className="r-soft">
          <Trans>A form has at least one section with one question.</Trans>
        </p>
      )}
      <KindOptionsProvider>
        {sections.map((section, index) => (
          <SectionCard key={section.key} section={section} index={index} />
        ))}
      </KindOptionsProvider>
      <div className="r-row">
        {!locked && (
          <Button
            variant={sections.length === 0 ? 'filled' : 'default'}
            leftSection={<IconPlus size={20} aria-hidden="true" />}
            onClick={() => addSectionAt(store)}
          >
            <Trans>Add section</Trans>
          </Button>
        )}
        <Button
          variant="subtle"
          leftSection={<IconAdjustments size={20} aria-hidden="true" />}
          onClick={() => setView(store, 'settings')}
        >
          <Trans>Form settings</Trans>
        </Button>
      </div>
    </section>
  )
}

function FoldAll() {
  const store = useEditorStore()
  const allFolded = useEditor((state) => state.folded.size >= state.form.secciones.length)
  const Icon = allFolded ? IconFoldDown : IconFold
  return (
    <Button
      variant="subtle"
      leftSection={<Icon size={20} aria-hidden="true" />}
      onClick={() => foldAll(store, !allFolded)}
    >
      {allFolded ? <Trans>Expand sections</Trans> : <Trans>Collapse sections</Trans>}
    </Button>
  )
}
