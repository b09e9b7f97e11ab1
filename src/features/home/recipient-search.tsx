import { getUniqueCode, buildReference } from '#domain/codes/index.ts'
import { getVisibleText } from '#domain/kernel/index.ts'
import { useId, useState, type FormEvent } from 'react'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  isRecipientNumber,
  RECIPIENT_NUMBER_KINDS,
  findRecipient,
  type RecipientNumberKind,
  type RecipientPage,
} from '#domain/answers/index.ts'
import {
  PageSection,
  useListAddress,
  LoadablePart,
  EmptyState,
  FactList,
  ListTable,
  StateLabel,
  TextLink,
  LazyCursorLinks,
  useEndpointData,
  useFormats,
  type CursorSearch,
  type Column,
} from '#ui/index.ts'
import styles from './recipient-search.module.css'

/** URL parameters. */
type RecipientQuery = CursorSearch & { readonly tipo?: string; readonly numero?: string }

/** Search on the welcome page for a person or legal entity by number, and the answers about them. */
export function RecipientSearch() {
  const { t } = useLingui()
  const { search, filter } = useListAddress<RecipientQuery>()
  const sought = parseRecipientQuery(search)
  const [kind, setKind] = useState<RecipientNumberKind | undefined>(sought?.kind)
  const [typed, setTyped] = useState(sought?.number ?? '')
  const [refused, setRefused] = useState(false)
  const group = useId()
  const names: Readonly<Record<RecipientNumberKind, string>> = {
    dni: t({ message: 'ID number', context: 'citizen' }),
    cuit: t({ message: 'Tax number', context: 'citizen' }),
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (kind === undefined) return
    const valid = isRecipientNumber(kind, typed)
    setRefused(!valid)
    if (valid) filter({ tipo: kind, numero: typed.trim() })
  }

  return (
    <PageSection title={t`Search for a recipient`}>
      <search>
        <form onSubmit={submit}>
          <Group gap="8px 16px" align="start" className={styles['form'] ?? ''}>
            <Group
              role="radiogroup"
              aria-label={t`Number type`}
              gap="4px 16px"
              align="stretch"
              wrap="nowrap"
              className={styles['kinds'] ?? ''}
            >
              {RECIPIENT_NUMBER_KINDS.map((item) => (
                <label key={item} className="r-line r-middle r-target">
                  <input
                    type="radio"
                    name={group}
                    checked={kind === item}
                    onChange={() => {
                      setKind(item)
                      setRefused(false)
                    }}
                  />
                  {names[item]}
                </label>
              ))}
            </Group>
            <TextInput
              label={t`Number`}
              className={styles['number'] ?? ''}
              autoComplete="off"
              maxLength={32}
              value={typed}
              error={refused && t`Invalid value`}
              onChange={(event) => {
                setTyped(event.currentTarget.value)
                setRefused(false)
              }}
            />
            <Button
              type="submit"
              variant="default"
              disabled={kind === undefined || getVisibleText(typed) === ''}
              leftSection={<IconSearch size={20} aria-hidden="true" />}
            >
              <Trans>Search</Trans>
            </Button>
          </Group>
        </form>
      </search>
      {sought !== null && <RecipientFound {...sought} after={search.despues} before={search.antes} />}
    </PageSection>
  )
}

/** Validates the URL parameters, which are untrusted input. */
function parseRecipientQuery({
  tipo,
  numero = '',
}: RecipientQuery): { readonly kind: RecipientNumberKind; readonly number: string } | null {
  const kind = RECIPIENT_NUMBER_KINDS.find((item) => item === tipo)
  return kind !== undefined && isRecipientNumber(kind, numero) ? { kind, number: numero } : null
}

type RecipientFoundProps = {
  readonly kind: RecipientNumberKind
  readonly number: string
  readonly after: string | undefined
  readonly before: string | undefined
}

type Line = RecipientPage['answers'][number]

/** The person with the number, and the answers about them that this user may see. */
function RecipientFound({ kind, number, after, before }: RecipientFoundProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const [loadable, retry] = useEndpointData(findRecipient, { kind, number, after, before })
  const columns: readonly Column<Line>[] = [
    {
      head: t`Title`,
      cell: ({ id, codigoMunicipio, titulo }) => {
        const name = getUniqueCode(codigoMunicipio) ?? buildReference(id)
        return (
          <TextLink data-opens to="/ver/$id" params={{ id }} aria-label={t`See answer ${name}: ${titulo}`}>
            {titulo}
          </TextLink>
        )
      },
    },
    { head: t`Date`, cell: ({ fechaCreacion }) => formats.dateTime(fechaCreacion) },
    {
      head: t`State`,
      cell: ({ estado, standing }) =>
        estado === null || standing === null ? '–' : <StateLabel state={{ id: standing.actual, nombre: estado }} />,
    },
  ]
  return (
    <LoadablePart loadable={loadable} retry={retry}>
      {({ recipient, answers, next, previous }) =>
        recipient === null ? (
          <div role="status">
            <EmptyState title={<Trans>No results found</Trans>} />
          </div>
        ) : (
          <Stack gap="md">
            <section aria-label={t`Recipient`}>
              <FactList
                facts={[
                  {
                    name: t`Name`,
                    value:
                      recipient.tipo === 'juridica'
                        ? recipient.nombre
                        : `${recipient.nombre} ${recipient.apellido}`.trim(),
                  },
                  recipient.tipo === 'juridica' && recipient.cuit !== ''
                    ? { name: t({ message: 'Tax number', context: 'citizen' }), value: recipient.cuit }
                    : { name: t`ID number`, value: recipient.dni === '' ? '–' : recipient.dni },
                  { name: t`E-mail`, value: recipient.email === '' ? '–' : recipient.email },
                ]}
              />
            </section>
            <ListTable label={t`Answers of the recipient`} columns={columns} items={answers} keyOf={({ id }) => id} />
            <LazyCursorLinks next={next} previous={previous} />
          </Stack>
        )
      }
    </LoadablePart>
  )
}
