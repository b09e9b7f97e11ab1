import { useState } from 'react'
import { Button } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { listDeleted, type DeletedLine } from '#domain/answers/index.ts'
import { toMilliseconds, visibleText } from '#domain/kernel/index.ts'
import {
  AnswerCode,
  EmptyState,
  listOf,
  ListScreen,
  SearchField,
  useAsked,
  useFormats,
  useListAddress,
  wholeList,
  type Column,
  type TurnedTo,
} from '#ui/index.ts'
import { FormTitle } from './form-title.tsx'
import { SupervisionParts } from './parts.tsx'
import { RestoreDialog } from './restore-dialog.tsx'

const DAY = 24 * 60 * 60 * 1000

/** /supervision/eliminadas: answers that were deleted and can be brought back, those deleted last first. */
export function DeletedScreen() {
  const { t } = useLingui()
  const formats = useFormats()
  const { search, filter } = useListAddress<TurnedTo & { readonly buscar?: string }>()
  const { buscar = '', despues: after, antes: before } = search
  const [open, setOpen] = useState<DeletedLine | null>(null)
  const [asked, again] = useAsked(listDeleted, {
    ...(visibleText(buscar) === '' ? {} : { search: buscar }),
    after,
    before,
  })
  const columns: readonly Column<DeletedLine>[] = [
    { head: t`Answer`, cell: ({ id, codigoMunicipio }) => <AnswerCode id={id} code={codigoMunicipio} /> },
    { head: t`Form`, cell: ({ idPlantilla, titulo }) => <FormTitle id={idPlantilla} title={titulo} /> },
    {
      head: t`Area`,
      spare: true,
      cell: ({ areaInfo, municipioInfo }) => `${areaInfo.nombre} · ${municipioInfo.nombre}`,
    },
    { head: t`Deleted by`, card: 'named', cell: nameOf },
    { head: t`Deleted on`, card: 'named', cell: ({ at }) => formats.dateTime(at) },
    { head: t`Can be restored`, card: 'named', cell: ({ until }) => <Left until={until} /> },
    {
      head: t`Actions`,
      card: 'actions',
      cell: (line) => <RestoreButton line={line} onClick={() => setOpen(line)} />,
    },
  ]
  const here = asked.kind === 'here' ? asked.value : undefined
  return (
    <ListScreen
      title={t`Deleted answers`}
      subtitle={<Trans>They can be restored for a while. After that they are erased, with their files.</Trans>}
      above={<SupervisionParts />}
      filters={
        <search>
          <SearchField
            label={t`Code, form, area or who deleted it`}
            sought={buscar}
            onSeek={(text) => filter({ buscar: text })}
          />
        </search>
      }
      list={listOf(asked, ({ deleted, next, previous }) => wholeList(deleted, { next, previous }))}
      again={again}
      label={t`Deleted answers`}
      columns={columns}
      keyOf={({ id }) => id}
      foot={
        here?.lookedUpTo !== undefined && (
          <span role="status">
            <Trans>
              Looked through as far as {formats.dateTime(here.lookedUpTo)}. The next page goes on from there.
            </Trans>
          </span>
        )
      }
      empty={
        <EmptyState
          title={
            here?.lookedUpTo !== undefined ? (
              <Trans>Nothing found so far.</Trans>
            ) : visibleText(buscar) === '' ? (
              <Trans>No deleted answer can be restored.</Trans>
            ) : (
              <Trans>No deleted answer that can be restored contains {buscar}.</Trans>
            )
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

function RestoreButton({ line, onClick }: { readonly line: DeletedLine; readonly onClick: () => void }) {
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

function nameOf({ by, name }: DeletedLine): string {
  return name || by.email || by.username
}

function Left({ until }: Pick<DeletedLine, 'until'>) {
  const formats = useFormats()
  const [now] = useState(() => Date.now())
  if (until === undefined) return <Trans>As long as it is kept</Trans>
  const days = Math.max(0, Math.ceil((toMilliseconds(until) - now) / DAY))
  return (
    <span>
      <strong>
        <Plural value={days} one="# day left" other="# days left" />
      </strong>
      {' · '}
      {formats.date(until)}
    </span>
  )
}
