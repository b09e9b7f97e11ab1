import { useNavigate, useSearch } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { Trans, useLingui } from '@lingui/react/macro'
import { provisionalReference } from '#domain/codes/index.ts'
import { listHeld } from '#domain/api/index.ts'
import type { HeldLine } from '#domain/sync/index.ts'
import { loadTemplate } from '#local/index.ts'
import {
  AnswerCode,
  AskedPart,
  EmptyState,
  Item,
  ItemList,
  LinkButton,
  Page,
  Pager,
  useAccount,
  useAsked,
  useFormats,
  useFormTexts,
  useHeldReason,
} from '#ui/index.ts'
import { Parts } from './parts.tsx'
import styles from './supervision.module.css'

/** /supervision/retenidas: what the server keeps safe until somebody decides, the oldest first. */
export function HeldListScreen() {
  const { t } = useLingui()
  const { pagina = 1 } = useSearch({ from: '/supervision/retenidas' })
  const navigate = useNavigate({ from: '/supervision/retenidas' })
  const [asked, again] = useAsked(listHeld, { page: pagina })
  return (
    <Page
      title={t`Held answers`}
      subtitle={<Trans>They arrived whole, and could not be accepted by themselves. Each needs a decision.</Trans>}
    >
      <Parts />
      <AskedPart asked={asked} again={again}>
        {({ held, page, pageSize, total }) =>
          held.length === 0 ? (
            <EmptyState title={<Trans>Nothing waits for a decision.</Trans>} />
          ) : (
            <>
              <ItemList label={t`Held answers`}>
                {held.map((line) => (
                  <HeldItem key={line.answer.id} line={line} />
                ))}
              </ItemList>
              <footer className={styles['foot']}>
                <Pager
                  page={page}
                  pages={Math.max(1, Math.ceil(total / pageSize))}
                  onPage={(next) => void navigate({ search: next > 1 ? { pagina: next } : {} })}
                />
              </footer>
            </>
          )
        }
      </AskedPart>
    </Page>
  )
}

function HeldItem({ line: { template, answer, reason, at } }: { readonly line: HeldLine }) {
  const { t } = useLingui()
  const { local } = useAccount()
  const formats = useFormats()
  const textOf = useFormTexts()
  const reasonText = useHeldReason()
  // The form's title in the reader's language, where this device has the form.
  const known = useLiveQuery(() => loadTemplate(local, template.id), [local, template.id])
  const author = `${answer.firstName} ${answer.lastName}`.trim()
  return (
    <Item
      title={textOf(known ?? template, 'titulo')}
      details={[
        <AnswerCode key="code" id={answer.id} code="" />,
        author === '' ? answer.creadoPor : author,
        t`Saved ${formats.dateTime(answer.fechaCreacion)}`,
        t`Arrived ${formats.dateTime(at)}`,
        <strong key="reason" className={styles['reason']}>
          {reasonText(reason)}
        </strong>,
      ]}
    >
      <LinkButton
        to="/supervision/retenidas/$id"
        params={{ id: answer.id }}
        aria-label={t`Look and decide about ${provisionalReference(answer.id)}`}
      >
        <Trans>Look and decide</Trans>
      </LinkButton>
    </Item>
  )
}
