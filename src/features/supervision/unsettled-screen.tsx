import { useState } from 'react'
import { Button } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { listUnsettled, type UnsettledLine, type Citizen } from '#domain/citizens/index.ts'
import {
  AnswerCode,
  EmptyState,
  mapToList,
  ListScreen,
  TextLink,
  useEndpointData,
  useFormats,
  useListAddress,
  wholeList,
  type Column,
  type CursorSearch,
} from '#ui/index.ts'
import { FormTitle } from './form-title.tsx'
import { SettleDialog } from './settle-dialog.tsx'
import { SupervisionParts } from './parts.tsx'

/** /supervision/ciudadanos: typed citizens that the registry could not identify, oldest first. */
export function UnsettledScreen() {
  const { t } = useLingui()
  const formats = useFormats()
  const { search } = useListAddress<CursorSearch>()
  const [open, setOpen] = useState<UnsettledLine | null>(null)
  const [asked, again] = useEndpointData(listUnsettled, { after: search.despues, before: search.antes })
  const columns: readonly Column<UnsettledLine>[] = [
    {
      head: t`Answer`,
      cell: ({ answer, codigoMunicipio, titulo }) => (
        <TextLink
          data-opens
          to="/ver/$id"
          params={{ id: answer }}
          aria-label={t`See answer ${codigoMunicipio}: ${titulo}`}
        >
          <AnswerCode id={answer} code={codigoMunicipio} />
        </TextLink>
      ),
    },
    { head: t`Form`, cell: ({ template, titulo }) => <FormTitle id={template} title={titulo} /> },
    { head: t`As typed`, card: 'named', cell: ({ citizen }) => <CitizenName citizen={citizen} /> },
    {
      head: t`In the registry`,
      card: 'named',
      cell: ({ reason }) =>
        reason === 'not-found' ? t`This number is not in the registry` : t`This number belongs to someone else`,
    },
    { head: t`Searched on`, spare: true, card: 'named', cell: ({ at }) => formats.dateTime(at) },
    {
      head: t`Actions`,
      card: 'actions',
      cell: (line) => (
        <Button
          variant="subtle"
          onClick={() => setOpen(line)}
          aria-label={t`Resolve the citizen of answer ${line.codigoMunicipio}`}
        >
          <Trans>Resolve</Trans>
        </Button>
      ),
    },
  ]
  return (
    <ListScreen
      title={t`Citizens to resolve`}
      subtitle={
        <Trans>
          These citizens were typed in by hand and the registry could not identify them. Their answers are safe.
        </Trans>
      }
      above={<SupervisionParts />}
      list={mapToList(asked, ({ citizens, ...turns }) => wholeList(citizens, turns))}
      again={again}
      label={t`Citizens to resolve`}
      columns={columns}
      keyOf={({ answer }) => answer}
      empty={<EmptyState title={<Trans>There are no citizens to resolve.</Trans>} />}
      frame={(list) => (
        <>
          {list}
          {open !== null && <SettleDialog key={open.answer} line={open} onClose={() => setOpen(null)} />}
        </>
      )}
    />
  )
}

function CitizenName({ citizen }: { readonly citizen: Citizen }) {
  const legal = citizen.tipo === 'juridica'
  return (
    <span>
      {legal ? citizen.nombre : `${citizen.nombre} ${citizen.apellido}`.trim()}
      {' · '}
      <span className="r-code">{legal ? citizen.cuit : citizen.dni}</span>
    </span>
  )
}
