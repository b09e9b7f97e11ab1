import { Button, Group, Stack, Title } from '@mantine/core'
import { IconArrowsMaximize, IconX } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { formatReceivedAnswerName } from '#domain/answering/index.ts'
import { answerIdSchema, type AnswerId } from '#domain/kernel/index.ts'
import { AnswerCode, LoadablePart, LinkButton } from '#ui/index.ts'
import { AnswerContents } from './answer-contents.tsx'
import { AnswerView } from './answer-view-screen.tsx'
import { AnswerNotFound, useAnswerLoadTexts } from './answer-page.tsx'
import { buildFailedLoad, useAnswer } from './use-answer.ts'

type SelectedAnswerProps = {
  /** id in the URL */
  readonly id: string
  /** closes the panel beside the list; missing if there is no space for the list */
  readonly onClose?: () => void
}

/** /respuestas/listado/{form}/{answer}: the answer selected in a list, beside it or as a page. */
export function SelectedAnswer({ id, onClose }: SelectedAnswerProps) {
  const parsed = answerIdSchema.safeParse(id)
  if (onClose === undefined)
    return parsed.success ? <AnswerView key={parsed.data} id={parsed.data} /> : <AnswerNotFound />
  return parsed.success ? <AnswerBesideList key={parsed.data} id={parsed.data} onClose={onClose} /> : <NotThere />
}

function NotThere() {
  return (
    <LoadablePart loadable={buildFailedLoad('answer.missing')} retry={() => undefined} away={null}>
      {() => null}
    </LoadablePart>
  )
}

/** The answer beside its list. Its title is the citizen or subject and the code, as the list has the form's title. */
function AnswerBesideList({ id, onClose }: { readonly id: AnswerId; readonly onClose: () => void }) {
  const { t } = useLingui()
  const [shown, retry] = useAnswer(id)
  const texts = useAnswerLoadTexts(shown)
  const answer = shown.kind === 'here' ? shown.value.answer : undefined
  const name = answer === undefined ? '' : formatReceivedAnswerName(answer)
  return (
    <Stack gap="sm">
      <header>
        <Group gap="0 8px">
          <div className="r-grow">
            <Title order={2}>
              {name !== '' && `${name} `}
              <AnswerCode id={id} code={answer?.codigoMunicipio ?? ''} />
            </Title>
          </div>
          <LinkButton
            to="/ver/$id"
            params={{ id }}
            variant="subtle"
            leftSection={<IconArrowsMaximize size={20} aria-hidden="true" />}
          >
            <Trans>Open full page</Trans>
          </LinkButton>
          <Button
            variant="subtle"
            leftSection={<IconX size={20} aria-hidden="true" />}
            aria-keyshortcuts="Escape"
            title={t`Close (Escape)`}
            onClick={onClose}
          >
            <Trans>Close</Trans>
          </Button>
        </Group>
      </header>
      <LoadablePart loadable={shown} retry={retry} {...texts} away={null}>
        {(answer) => <AnswerContents shownAnswer={answer} named />}
      </LoadablePart>
    </Stack>
  )
}
