import { Table } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { provisionalReference } from '#domain/codes/index.ts'
import { AnswerCode, DeliveryBadge, LinkButton, useFormats } from '#ui/index.ts'
import '@mantine/core/styles/Table.layer.css'
import type { AnswerLine } from './answer-lines.ts'
import styles from './answers-list.module.css'

/** A table that folds into cards on narrow screens; `data-label` then names each value. */
export function AnswersTable({ lines }: { readonly lines: readonly AnswerLine[] }) {
  const { t } = useLingui()
  const formats = useFormats()
  const labels = { code: t`Code`, addressee: t`Addressee`, at: t`Date and time`, author: t`Author`, state: t`State`, delivery: t`Delivery` }
  const states = lines.some(({ state }) => state !== null)
  const addressees = lines.some(({ addressee }) => addressee !== '')
  return (
    <Table className={styles['table'] ?? ''} aria-label={t`Answers`}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{labels.code}</Table.Th>
          {addressees && <Table.Th scope="col">{labels.addressee}</Table.Th>}
          <Table.Th scope="col">{labels.at}</Table.Th>
          <Table.Th scope="col">{labels.author}</Table.Th>
          {states && <Table.Th scope="col">{labels.state}</Table.Th>}
          <Table.Th scope="col">{labels.delivery}</Table.Th>
          <Table.Th scope="col">
            <Trans>Actions</Trans>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line) => {
          const name = line.code === '' ? provisionalReference(line.id) : line.code
          return (
            <Table.Tr key={line.id}>
              <Table.Th scope="row" data-label={labels.code}>
                <AnswerCode id={line.id} code={line.code} />
              </Table.Th>
              {addressees && (
                <Table.Td data-label={labels.addressee}>{line.addressee === '' ? <Trans>No addressee</Trans> : line.addressee}</Table.Td>
              )}
              <Table.Td data-label={labels.at}>{formats.dateTime(line.at)}</Table.Td>
              <Table.Td data-label={labels.author}>{line.author}</Table.Td>
              {states && <Table.Td data-label={labels.state}>{line.state ?? '–'}</Table.Td>}
              <Table.Td data-label={labels.delivery}>
                <DeliveryBadge delivery={line.delivery} />
              </Table.Td>
              <Table.Td className={styles['action'] ?? ''}>
                <LinkButton
                  to="/ver/$id"
                  params={{ id: line.id }}
                  variant="default"
                  leftSection={<IconEye size={20} aria-hidden="true" />}
                  aria-label={t`See answer ${name}`}
                >
                  <Trans>See answer</Trans>
                </LinkButton>
              </Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}
