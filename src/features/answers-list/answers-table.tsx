import { Table } from '@mantine/core'
import { IconChevronRight, IconEye } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { provisionalReference } from '#domain/codes/index.ts'
import type { AnswerId } from '#domain/kernel/index.ts'
import { AnswerCode, DeliveryBadge, FoldingTable, useFormats } from '#ui/index.ts'
import type { AnswerLine } from './answer-lines.ts'
import { AnswerLink, type Beside } from './answer-link.tsx'
import styles from './answers-list.module.css'

type AnswersTableProps = {
  readonly lines: readonly AnswerLine[]
  /** where a chosen answer opens beside the table; without it each opens on a page of its own */
  readonly beside?: Beside | undefined
}

/** The answers, one a row; where there is little room one a card, which opens wherever it is touched. */
export function AnswersTable({ lines, beside }: AnswersTableProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const states = lines.some(({ state }) => state !== null)
  const addressees = lines.some(({ addressee }) => addressee !== '')
  const heads = [
    t`Code`,
    addressees && t`Addressee`,
    t`Date and time`,
    t`Author`,
    states && t`State`,
    t`Delivery`,
    t`Actions`,
  ]
  const shape = `${addressees ? '' : 'no-addressees'} ${states ? '' : 'no-states'}`
  return (
    <div className={styles['answers']} data-shape={shape.trim()} data-open={beside?.chosen !== undefined}>
      <FoldingTable
        label={t`Answers`}
        heads={heads.filter((head) => head !== false)}
        cards="own"
        className={styles['table']}
      >
        {lines.map((line) => {
          const name = line.code === '' ? provisionalReference(line.id) : line.code
          return (
            <Table.Tr key={line.id} data-chosen={isChosen(beside, line.id)}>
              <Table.Th scope="row" className={styles['code'] ?? ''}>
                <AnswerCode id={line.id} code={line.code} />
              </Table.Th>
              {addressees && (
                <Table.Td className={styles['who'] ?? ''}>
                  {line.addressee === '' ? <Trans>No addressee</Trans> : line.addressee}
                </Table.Td>
              )}
              <Table.Td className={styles['at'] ?? ''}>{formats.dateTime(line.at)}</Table.Td>
              <Table.Td className={styles['author'] ?? ''}>{line.author}</Table.Td>
              {states && <Table.Td className={styles['state'] ?? ''}>{line.state ?? '–'}</Table.Td>}
              <Table.Td className={styles['delivery'] ?? ''}>
                <DeliveryBadge delivery={line.delivery} />
              </Table.Td>
              <Table.Td className={styles['action'] ?? ''}>
                <AnswerLink
                  answer={line.id}
                  beside={beside}
                  variant="default"
                  leftSection={<IconEye size={20} aria-hidden="true" />}
                  rightSection={<IconChevronRight size={20} aria-hidden="true" />}
                  aria-label={t`See answer ${name}`}
                >
                  <Trans>See answer</Trans>
                </AnswerLink>
              </Table.Td>
            </Table.Tr>
          )
        })}
      </FoldingTable>
    </div>
  )
}

function isChosen(beside: Beside | undefined, id: AnswerId): boolean {
  return beside?.chosen === id
}
