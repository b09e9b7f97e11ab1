import { useState } from 'react'
import { Button, Radio, Stack, TextInput } from '@mantine/core'
import { Trans, useLingui } from '@lingui/react/macro'
import { isRecipientNumber } from '#domain/answers/index.ts'
import {
  listUnsettled,
  getCitizen,
  settleCitizen,
  toCitizen,
  getRegistryNumber,
  type UnsettledCitizenListItem,
  type Citizen,
  type SettleRequest,
} from '#domain/citizens/index.ts'
import { toProblem } from '#domain/endpoints/index.ts'
import { toPlainIdNumber, type Problem } from '#domain/kernel/index.ts'
import {
  AnswerCode,
  EmptyState,
  mapToList,
  ListScreen,
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
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'

/** /supervision/ciudadanos: typed citizens that the registry could not identify, oldest first. */
export function UnsettledScreen() {
  const { t } = useLingui()
  const formats = useFormats()
  const { search } = useListAddress<CursorSearch>()
  const [open, setOpen] = useState<UnsettledCitizenListItem | null>(null)
  const [loadable, retry] = useEndpointData(listUnsettled, { after: search.despues, before: search.antes })
  const columns: readonly Column<UnsettledCitizenListItem>[] = [
    {
      head: t`Answer`,
      key: 'answer',
      by: ({ codigoMunicipio }) => codigoMunicipio,
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
    {
      head: t`Form`,
      key: 'form',
      by: ({ titulo }) => titulo,
      cell: ({ template, titulo }) => <FormTitle id={template} title={titulo} />,
    },
    {
      head: t`As typed`,
      key: 'typed',
      by: ({ citizen }) => formatCitizenName(citizen),
      card: 'named',
      cell: ({ citizen }) => <CitizenName citizen={citizen} />,
    },
    {
      head: t`In the registry`,
      key: 'registry',
      by: ({ reason }) => reason,
      card: 'named',
      cell: ({ reason }) =>
        reason === 'not-found' ? t`This number is not in the registry` : t`This number belongs to someone else`,
    },
    {
      head: t`Searched on`,
      key: 'at',
      by: ({ at }) => at,
      spare: true,
      card: 'named',
      cell: ({ at }) => formats.dateTime(at),
    },
    {
      head: t`Actions`,
      key: 'actions',
      card: 'actions',
      cell: (line) => (
        <Button
          variant="subtle"
          onClick={() => setOpen(line)}
          aria-label={t`Identify the citizen of answer ${line.codigoMunicipio}`}
        >
          <Trans>Identify</Trans>
        </Button>
      ),
    },
  ]
  return (
    <ListScreen
      title={t`Citizens to identify`}
      subtitle={
        <Trans>
          Citizens who were entered by hand and whom the registry could not identify. Their answers are already saved.
        </Trans>
      }
      above={<SupervisionTabs />}
      list={mapToList(loadable, ({ citizens, ...turns }) => toListedPage(citizens, turns))}
      retry={retry}
      label={t`Citizens to identify`}
      name="citizens"
      columns={columns}
      keyOf={({ answer }) => answer}
      empty={<EmptyState title={<Trans>There are no citizens to identify.</Trans>} />}
      frame={(list) => (
        <>
          {list}
          {open !== null && <SettleCitizenDialog key={open.answer} line={open} onClose={() => setOpen(null)} />}
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

type Choice = SettleRequest['how'] | 'other'
type SettleDialogProps = { readonly line: UnsettledCitizenListItem; readonly onClose: () => void }

/**
 * Resolves an answer's citizen. Choices: the citizen in the registry, a new citizen, a citizen with another number, or
 * the citizen as typed.
 */
export function SettleCitizenDialog({ line, onClose }: SettleDialogProps) {
  const { t } = useLingui()
  const problemText = useProblemText()
  const { act: settle, busy } = useEndpointCall(settleCitizen)
  const { act: look, busy: looking } = useEndpointCall(getCitizen)
  const { citizen, reason } = line
  const [choice, setChoice] = useState<Choice | null>(null)
  const [number, setNumber] = useState('')
  /** the registry's citizen; null until requested */
  const [person, setPerson] = useState<Citizen | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const kind = citizen.tipo === 'juridica' ? 'cuit' : 'dni'
  const typed = formatCitizenName(citizen)
  const input = buildSettlement()

  function buildSettlement(): SettleRequest | undefined {
    if (choice === 'created' || choice === 'typed') return { how: choice }
    return person?.id === undefined
      ? undefined
      : { how: 'registered', number: getRegistryNumber(person), id: person.id }
  }
  function formatProblem({ code, details }: Problem): string {
    const message = details?.['message']
    return `${problemText({ code })} ${typeof message === 'string' ? message : ''}`.trim()
  }
  function choose(value: Choice): void {
    setFailure(null)
    setPerson(null)
    setChoice(value)
    // Requests the citizen only if the user selects this choice, because each lookup is logged.
    if (value === 'registered') void search(getRegistryNumber(citizen))
  }
  async function search(query: string): Promise<void> {
    setPerson(null)
    if (!isRecipientNumber(kind, query)) return setFailure(t`Invalid value`)
    const outcome = await look({ body: { dni: toPlainIdNumber(query), municipioPath: line.municipality } })
    if (outcome.kind !== 'ok') return setFailure(formatProblem(toProblem(outcome)))
    if (outcome.value.status === 'fail') return setFailure(t`This number is not in the registry`)
    setFailure(null)
    setPerson(toCitizen(outcome.value.result, toPlainIdNumber(query), citizen.tipo))
  }
  async function submit(): Promise<void> {
    if (input === undefined) return
    const outcome = await settle({ id: line.answer, body: input })
    if (outcome.kind !== 'ok') return setFailure(formatProblem(toProblem(outcome)))
    notify({ tone: 'received', text: t`Citizen identified.` })
    onClose()
  }

  return (
    <FormDialog
      title={t`Who is ${typed}?`}
      submit={<Trans>Identify</Trans>}
      busy={busy}
      disabled={input === undefined}
      failure={failure}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <Radio.Group
        value={choice ?? ''}
        label={<Trans>The citizen of this answer</Trans>}
        onChange={(value) => choose(value as Choice)}
      >
        <Stack gap="xs" mt="xs">
          {reason === 'not-found' ? (
            <Radio value="created" label={t`Add ${typed} to the registry`} />
          ) : (
            <Radio value="registered" label={t`Use the citizen registered with this number`} />
          )}
          <Radio value="other" label={t`The number is wrong: enter the correct one`} />
          <Radio value="typed" label={t`Keep as typed, without linking to the registry`} />
        </Stack>
      </Radio.Group>
      {choice === 'other' && (
        <>
          <TextInput
            label={
              kind === 'cuit'
                ? t({ message: 'Tax number', context: 'citizen' })
                : t({ message: 'ID number', context: 'citizen' })
            }
            value={number}
            maxLength={20}
            autoComplete="off"
            onChange={(event) => {
              setNumber(event.currentTarget.value)
              setPerson(null)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || person !== null) return
              event.preventDefault()
              void search(number)
            }}
          />
          <Button variant="default" loading={looking} onClick={() => void search(number)}>
            <Trans>Look up</Trans>
          </Button>
        </>
      )}
      <p role="status">{person !== null && t`In the registry: ${formatCitizenName(person)}`}</p>
    </FormDialog>
  )
}

function formatCitizenName({ tipo, nombre, apellido }: Citizen): string {
  return tipo === 'juridica' ? nombre : `${nombre} ${apellido}`.trim()
}
