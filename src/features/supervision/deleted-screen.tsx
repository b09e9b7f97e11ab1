import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { listDeleted, restoreAnswer, type DeletedAnswerListItem } from '#domain/answers/index.ts'
import { toProblem } from '#domain/endpoints/index.ts'
import { toMilliseconds, getVisibleText, type Problem } from '#domain/kernel/index.ts'
import {
  AnswerCode,
  EmptyState,
  mapToList,
  FilterBar,
  ListScreen,
  SearchField,
  TextLink,
  useEndpointData,
  useFormats,
  useListAddress,
  toListedPage,
  FormDialog,
  notify,
  useEndpointCall,
  useProblemText,
  type Column,
  type CursorSearch,
} from '#ui/index.ts'
import { FormTitle } from './form-title.tsx'
import { SupervisionTabs } from './parts.tsx'

const DAY = 24 * 60 * 60 * 1000

/** /supervision/eliminadas: deleted answers that can be restored, latest first. */
export function DeletedScreen() {
  const { t } = useLingui()
  const formats = useFormats()
  const { search, filter } = useListAddress<CursorSearch & { readonly buscar?: string }>()
  const { buscar = '', despues: after, antes: before } = search
  const [open, setOpen] = useState<DeletedAnswerListItem | null>(null)
  const [loadable, retry] = useEndpointData(listDeleted, {
    ...(getVisibleText(buscar) === '' ? {} : { search: buscar }),
    after,
    before,
  })
  const columns: readonly Column<DeletedAnswerListItem>[] = [
    {
      head: t`Answer`,
      key: 'answer',
      by: ({ codigoMunicipio }) => codigoMunicipio,
      cell: ({ id, codigoMunicipio }) => (
        <TextLink data-opens to="/ver/$id" params={{ id }} aria-label={t`See deleted answer ${codigoMunicipio}`}>
          <AnswerCode id={id} code={codigoMunicipio} />
        </TextLink>
      ),
    },
    {
      head: t`Form`,
      key: 'form',
      by: ({ titulo }) => titulo,
      cell: ({ idPlantilla, titulo }) => <FormTitle id={idPlantilla} title={titulo} />,
    },
    {
      head: t`Area`,
      key: 'area',
      by: ({ areaInfo, municipioInfo }) => `${areaInfo.nombre} · ${municipioInfo.nombre}`,
      spare: true,
      cell: ({ areaInfo, municipioInfo }) => `${areaInfo.nombre} · ${municipioInfo.nombre}`,
    },
    { head: t`Deleted by`, key: 'by', by: formatDeleter, card: 'named', cell: formatDeleter },
    { head: t`Deleted on`, key: 'at', by: ({ at }) => at, card: 'named', cell: ({ at }) => formats.dateTime(at) },
    {
      head: t`Time left to restore`,
      key: 'until',
      by: ({ until }) => until,
      card: 'named',
      cell: ({ until }) => <RestoreDaysLeft until={until} />,
    },
    {
      head: t`Actions`,
      key: 'actions',
      card: 'actions',
      cell: (line) => <RestoreButton line={line} onClick={() => setOpen(line)} />,
    },
  ]
  const here = loadable.kind === 'here' ? loadable.value : undefined
  return (
    <ListScreen
      title={t`Deleted answers`}
      subtitle={
        <Trans>
          Each answer can be restored within the time shown. After that, it is erased permanently with its files.
        </Trans>
      }
      above={<SupervisionTabs />}
      filters={
        <FilterBar
          search={
            <SearchField
              label={t`Code, form, area or user who deleted it`}
              query={buscar}
              onSeek={(text) => filter({ buscar: text })}
            />
          }
        />
      }
      list={mapToList(loadable, ({ deleted, next, previous }) => toListedPage(deleted, { next, previous }))}
      retry={retry}
      label={t`Deleted answers`}
      name="deleted"
      columns={columns}
      keyOf={({ id }) => id}
      foot={
        here?.lookedUpTo !== undefined && (
          <span role="status">
            <Trans>Searched back to {formats.dateTime(here.lookedUpTo)}. Go to the next page to continue.</Trans>
          </span>
        )
      }
      empty={
        <EmptyState
          title={
            here?.lookedUpTo === undefined ? <NoDeletedAnswers buscar={buscar} /> : <Trans>Nothing found so far</Trans>
          }
        />
      }
      frame={(list) => (
        <>
          {list}
          {open !== null && <RestoreDialog key={open.id} line={open} onClose={() => setOpen(null)} />}
        </>
      )}
    />
  )
}

function RestoreButton({ line, onClick }: { readonly line: DeletedAnswerListItem; readonly onClick: () => void }) {
  const { t } = useLingui()
  const { codigoMunicipio, titulo } = line
  return (
    <Button
      variant="subtle"
      leftSection={<IconRestore size={20} aria-hidden="true" />}
      onClick={onClick}
      aria-label={t`Restore answer ${codigoMunicipio}: ${titulo}`}
    >
      <Trans>Restore</Trans>
    </Button>
  )
}

function formatDeleter({ by, name }: DeletedAnswerListItem): string {
  return name || by.email || by.username
}

function RestoreDaysLeft({ until }: Pick<DeletedAnswerListItem, 'until'>) {
  const formats = useFormats()
  const [now] = useState(() => Date.now())
  if (until === undefined) return <Trans>No time limit</Trans>
  const days = Math.max(0, Math.ceil((toMilliseconds(until) - now) / DAY))
  return (
    <span>
      <strong>
        <Plural value={days} one="# day left" other="# days left" />
      </strong>
      {` (${formats.date(until)})`}
    </span>
  )
}

function NoDeletedAnswers({ buscar }: { readonly buscar: string }) {
  return getVisibleText(buscar) === '' ? (
    <Trans>There are no deleted answers to restore.</Trans>
  ) : (
    <Trans>No deleted answers contain “{buscar}”.</Trans>
  )
}

type RestoreDialogProps = { readonly line: DeletedAnswerListItem; readonly onClose: () => void }

/** Restores an answer. If that fails, explains why and how to resolve it. */
function RestoreDialog({ line, onClose }: RestoreDialogProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const { act, busy } = useEndpointCall(restoreAnswer)
  const [failure, setFailure] = useState<string | null>(null)

  /** Texts of problems for supervisors. The general texts address the answer's author. */
  function formatProblemSentence(problem: Problem): string {
    switch (problem.code) {
      case 'template.deleted':
        return t`This answer cannot be restored because its form was deleted.`
      case 'answer.limit-reached':
        return t`The form has reached its limit of answers. Raise the limit or delete another answer, then try again.`
      case 'answer.already-answered':
        return t`This form takes one answer per citizen, and this citizen has already sent another.`
      case 'answer.missing':
        return t`This answer can no longer be restored.`
      default:
        return problemText(problem)
    }
  }
  async function restore(): Promise<void> {
    const outcome = await act({ id: line.id })
    if (outcome.kind !== 'ok') return setFailure(formatProblemSentence(toProblem(outcome)))
    notify({ tone: 'received', text: t`Answer restored. It is back in the list of its form.` })
    onClose()
  }

  return (
    <FormDialog
      title={t`Restore this answer?`}
      submit={<Trans>Restore</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void restore()}
      onClose={onClose}
    >
      <p>
        <AnswerCode id={line.id} code={line.codigoMunicipio} /> ·{' '}
        <FormTitle id={line.idPlantilla} title={line.titulo} />
      </p>
      <p>
        <Trans>
          The answer is restored with its code, state and files. It appears again in lists and exports, and on its
          author’s devices.
        </Trans>
      </p>
    </FormDialog>
  )
}
