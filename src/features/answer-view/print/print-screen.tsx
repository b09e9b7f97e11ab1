import { useRef, useState } from 'react'
import { useParams } from '@tanstack/react-router'
import { Button, Group } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconArrowLeft, IconPrinter } from '@tabler/icons-react'
import { Trans } from '@lingui/react/macro'
import { answerIdSchema, type AnswerId } from '#domain/kernel/index.ts'
import { LoadablePart, LinkButton } from '#ui/index.ts'
import { AnswerPage, AnswerNotFound, useAnswerLoadTexts } from '../answer-page.tsx'
import { useAnswer, type ShownAnswer } from '../use-answer.ts'
import { PrintedAnswer } from './printed-answer.tsx'
import { useAnswerDocument } from './use-answer-document.ts'
import styles from './print.module.css'

/** /imprimir/{answer}: the answer for the browser's print function. Works offline. */
export function PrintScreen() {
  const { id } = useParams({ from: '/imprimir/$id' })
  const parsed = answerIdSchema.safeParse(id)
  return parsed.success ? <PrintedDocument key={parsed.data} id={parsed.data} /> : <AnswerNotFound />
}

function PrintedDocument({ id }: { readonly id: AnswerId }) {
  const [loadable, retry] = useAnswer(id)
  const texts = useAnswerLoadTexts(loadable)
  if (loadable.kind !== 'here')
    return (
      <AnswerPage loadable={loadable} retry={retry}>
        {() => null}
      </AnswerPage>
    )
  return (
    <div className={styles['page']}>
      <LoadablePart loadable={loadable} retry={retry} {...texts}>
        {(shownAnswer) => <Paper shownAnswer={shownAnswer} />}
      </LoadablePart>
    </div>
  )
}

function Paper({ shownAnswer }: { readonly shownAnswer: ShownAnswer }) {
  const article = useRef<HTMLElement>(null)
  const [busy, setBusy] = useState(false)
  const content = useAnswerDocument(shownAnswer)
  const { id } = shownAnswer.answer
  // Browsers use the title as the PDF's file name.
  useDocumentTitle(`${content.name} · ${content.title}`)
  const print = async (): Promise<void> => {
    setBusy(true)
    await waitForImages(article.current)
    setBusy(false)
    window.print()
  }
  return (
    <>
      <Group gap="xs" align="stretch" justify="space-between" className={styles['controls'] ?? ''}>
        <LinkButton
          to="/ver/$id"
          params={{ id }}
          variant="subtle"
          leftSection={<IconArrowLeft size={20} aria-hidden="true" />}
        >
          <Trans>Back to the answer</Trans>
        </LinkButton>
        <Button
          loading={busy}
          leftSection={<IconPrinter size={20} aria-hidden="true" />}
          // The form may have print settings, so it has to be loaded first.
          disabled={shownAnswer.version === undefined}
          onClick={() => void print()}
        >
          <Trans>Print or save as PDF</Trans>
        </Button>
      </Group>
      <PrintedAnswer ref={article} content={content} answer={shownAnswer.answer} />
    </>
  )
}

/** Waits for lazily loaded photos, as printing needs all of them. The page shows which photos failed to load. */
async function waitForImages(paper: HTMLElement | null): Promise<void> {
  const images = [...(paper?.querySelectorAll('img') ?? [])]
  await Promise.all(
    images.map((image) => {
      image.loading = 'eager'
      return image.decode().catch(() => undefined)
    }),
  )
}
