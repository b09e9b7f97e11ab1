import { useMemo } from 'react'
import { Button } from '@mantine/core'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { TemplateDraft } from '#domain/templates/index.ts'
import { buildGalleryForms } from '#domain/gallery/index.ts'
import { Banner, Dialog, Item, ItemList, useFormTexts } from '#ui/index.ts'
import styles from './gallery.module.css'

type TemplateGalleryProps = {
  /** called with the chosen form, which has no area */
  readonly onUse: (draft: TemplateDraft) => void
  readonly onClose: () => void
  readonly busy?: boolean
  /** error message of the last attempt */
  readonly failure?: string | null
}

/** Ready-made forms with a description, one of which can be chosen. */
export function TemplateGallery({ onUse, onClose, busy = false, failure = null }: TemplateGalleryProps) {
  const { t } = useLingui()
  const formText = useFormTexts()
  const forms = useMemo(() => buildGalleryForms(), [])
  return (
    <Dialog opened onClose={onClose} title={t`Ready-made forms`} size="xl">
      <p className={`r-soft ${styles['soft']}`}>
        <Trans>Choose a form to start with. You can change everything in it.</Trans>
      </p>
      {failure !== null && (
        <div role="alert">
          <Banner tone="attention">{failure}</Banner>
        </div>
      )}
      <ItemList label={t`Ready-made forms`}>
        {forms.map(({ name, draft }) => {
          const title = formText(draft, 'titulo')
          const [sections, questions] = [draft.secciones.length, countQuestions(draft)]
          return (
            <Item
              key={name}
              title={title}
              details={[
                formText(draft, 'descripcion'),
                <Plural key="sections" value={sections} one="# section" other="# sections" />,
                <Plural key="questions" value={questions} one="# question" other="# questions" />,
                draft.signatures.length > 0 && (
                  <Plural key="signatures" value={draft.signatures.length} one="# signature" other="# signatures" />
                ),
                draft.opcionales.publico && <Trans key="public">Public</Trans>,
              ].filter((detail) => detail !== false)}
            >
              <Button variant="default" disabled={busy} aria-label={t`Use ${title}`} onClick={() => onUse(draft)}>
                <Trans>Use</Trans>
              </Button>
            </Item>
          )
        })}
      </ItemList>
    </Dialog>
  )
}

function countQuestions({ secciones }: TemplateDraft): number {
  return secciones.reduce(
    (sum, { preguntas, conditions }) =>
      sum + preguntas.length + conditions.reduce((inner, { questions }) => inner + questions.length, 0),
    0,
  )
}
