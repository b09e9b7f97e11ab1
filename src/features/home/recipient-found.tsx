import { Trans, useLingui } from '@lingui/react/macro'
import { ownCode, provisionalReference } from '#domain/codes/index.ts'
import { findRecipient, type RecipientNumber, type RecipientPage } from '#domain/answers/index.ts'
import {
  AskedPart,
  EmptyState,
  Facts,
  ListTable,
  StateMark,
  TextLink,
  Turning,
  useAsked,
  useFormats,
  type Column,
} from '#ui/index.ts'

type RecipientFoundProps = {
  readonly kind: RecipientNumber
  readonly number: string
  readonly after: string | undefined
  readonly before: string | undefined
}

type Line = RecipientPage['answers'][number]

/** Who has the number, and the answers about them that this person may see. */
export function RecipientFound({ kind, number, after, before }: RecipientFoundProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const [asked, again] = useAsked(findRecipient, { kind, number, after, before })
  const columns: readonly Column<Line>[] = [
    {
      head: t`Title`,
      cell: ({ id, codigoMunicipio, titulo }) => {
        const name = ownCode(codigoMunicipio) ?? provisionalReference(id)
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
        estado === null || standing === null ? '–' : <StateMark id={standing.actual} name={estado} />,
    },
  ]
  return (
    <AskedPart asked={asked} again={again}>
      {({ recipient, answers, next, previous }) =>
        recipient === null ? (
          <div role="status">
            <EmptyState title={<Trans>No results found</Trans>} />
          </div>
        ) : (
          <div className="r-column r-gap-16">
            <section aria-label={t`Recipient`}>
              <Facts
                facts={[
                  {
                    name: t`Name`,
                    value:
                      recipient.tipo === 'juridica'
                        ? recipient.nombre
                        : `${recipient.nombre} ${recipient.apellido}`.trim(),
                  },
                  recipient.tipo === 'juridica' && recipient.cuit !== ''
                    ? { name: t`CUIT/RUC`, value: recipient.cuit }
                    : { name: t`DNI`, value: recipient.dni === '' ? '–' : recipient.dni },
                  { name: t`E-mail`, value: recipient.email === '' ? '–' : recipient.email },
                ]}
              />
            </section>
            <ListTable label={t`Answers of the recipient`} columns={columns} items={answers} keyOf={({ id }) => id} />
            <Turning next={next} previous={previous} />
          </div>
        )
      }
    </AskedPart>
  )
}
