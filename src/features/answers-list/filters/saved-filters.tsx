import { getVisibleText, type Problem, type TemplateId } from '#domain/kernel/index.ts'
import { useState, type ReactNode } from 'react'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  listSavedFilters,
  removeSavedFilter,
  removeSharedFilter,
  saveFilter,
  shareFilter,
  MAX_FILTER_NAME_LENGTH,
} from '#domain/answers/index.ts'
import { toProblem, type RequestOutcome } from '#domain/endpoints/index.ts'
import type { FormTemplate } from '#domain/templates/index.ts'
import {
  LoadablePart,
  Banner,
  DeleteButton,
  Dialog,
  formatActionAuthor,
  useEndpointCall,
  useEndpointData,
  useCan,
  useProblemText,
} from '#ui/index.ts'
import { parseSavedFilters, serialiseFilters, type ListFilters } from './list-filters.ts'
import styles from './filters.module.css'

export type SavedFiltersPanelProps = {
  readonly template: TemplateId
  /** the form, if on this device; users who may edit it can share filters with all readers of its list */
  readonly form?: FormTemplate | null | undefined
  readonly search: ListFilters
  readonly change: (change: ListFilters) => void
  readonly onClose: () => void
}

/**
 * Saved filters of a list: the user's own and those shared by supervisors of the form's area. Also saves the current
 * filters.
 */
export function SavedFiltersPanel({ template, form, search, change, onClose }: SavedFiltersPanelProps) {
  const { t } = useLingui()
  const can = useCan()
  const problemText = useProblemText()
  const [loadable, retry] = useEndpointData(listSavedFilters, { template })
  const [removing, sharing, unsharing] = [
    useEndpointCall(removeSavedFilter),
    useEndpointCall(shareFilter),
    useEndpointCall(removeSharedFilter),
  ]
  const [problem, setProblem] = useState<Problem | null>(null)
  const shares = Boolean(form) && can('update', { kind: 'formulario', document: form as FormTemplate })
  const busy = removing.busy || sharing.busy || unsharing.busy
  const noted = async (outcome: Promise<RequestOutcome<unknown>>): Promise<void> => {
    const foundOutcome = await outcome
    setProblem(foundOutcome.kind === 'ok' ? null : toProblem(foundOutcome))
  }
  const taking = (saved: string) => ({
    isApplied: saved === serialiseFilters(search),
    take: () => {
      change(parseSavedFilters(saved))
      onClose()
    },
  })
  return (
    <Dialog opened onClose={onClose} title={t`Saved filters`}>
      <Stack gap="md">
        <LoadablePart loadable={loadable} retry={retry}>
          {({ filters, shared = [] }) => (
            <>
              {filters.length === 0 ? (
                <p>
                  <Trans>You have no saved filters for this form.</Trans>
                </p>
              ) : (
                <ul className={`r-column r-plain ${styles['saved']}`} aria-label={t`My filters`}>
                  {filters.map(({ name, search: saved }) => (
                    <Saved key={name} name={name} {...taking(saved)}>
                      {shares && !shared.some((item) => item.name === name && item.search === saved) && (
                        <Button
                          variant="subtle"
                          leftSection={<IconUsersGroup size={20} aria-hidden="true" />}
                          aria-label={t`Share filter ${name} with the area`}
                          disabled={busy}
                          onClick={() => void noted(sharing.act({ body: { template, name, search: saved } }))}
                        >
                          <Trans>Share</Trans>
                        </Button>
                      )}
                      <DeleteButton
                        aria-label={t`Delete filter ${name}`}
                        disabled={busy}
                        onClick={() => void noted(removing.act({ template, name }))}
                      />
                    </Saved>
                  ))}
                </ul>
              )}
              {shared.length > 0 && (
                <section aria-label={t`Shared with the area`}>
                  <Stack gap="xs">
                    <strong>
                      <Trans>Shared with the area</Trans>
                    </strong>
                    <ul className={`r-column r-plain ${styles['saved']}`}>
                      {shared.map(({ name, search: saved, by }) => (
                        <Saved key={name} name={name} by={formatActionAuthor(by)} {...taking(saved)}>
                          {shares && (
                            <DeleteButton
                              aria-label={t`Delete shared filter ${name}`}
                              disabled={busy}
                              onClick={() => void noted(unsharing.act({ template, name }))}
                            />
                          )}
                        </Saved>
                      ))}
                    </ul>
                  </Stack>
                </section>
              )}
            </>
          )}
        </LoadablePart>
        {problem !== null && (
          <div role="alert">
            <Banner tone="attention">{problemText(problem)}</Banner>
          </div>
        )}
        <Saving template={template} search={search} noted={noted} />
      </Stack>
    </Dialog>
  )
}

type SavedProps = {
  readonly name: string
  /** user who shares the filter */
  readonly by?: string
  readonly isApplied: boolean
  readonly take: () => void
  readonly children: ReactNode
}

function Saved({ name, by, isApplied, take, children }: SavedProps) {
  return (
    <li>
      <Button variant="default" justify="start" fullWidth aria-pressed={isApplied} onClick={take}>
        <span className="r-column r-gap-0 r-breaks">
          {name}
          {by !== undefined && <small className="r-soft">{by}</small>}
        </span>
      </Button>
      {children}
    </li>
  )
}

type SavingProps = Pick<SavedFiltersPanelProps, 'template' | 'search'> & {
  readonly noted: (outcome: Promise<RequestOutcome<unknown>>) => Promise<void>
}

function Saving({ template, search, noted }: SavingProps) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const saving = useEndpointCall(saveFilter)
  const saved = serialiseFilters(search)
  if (saved === '')
    return (
      <p>
        <Trans>To save filters, apply at least one first.</Trans>
      </p>
    )
  const save = async (): Promise<void> => {
    const outcome = saving.act({ body: { template, name: name.trim(), search: saved } })
    await noted(outcome)
    if ((await outcome).kind === 'ok') setName('')
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (getVisibleText(name) !== '') void save()
      }}
    >
      <Group align="end" gap="xs" wrap="nowrap">
        <TextInput
          className="r-yields r-grow"
          label={t`Name of this filter`}
          maxLength={MAX_FILTER_NAME_LENGTH}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={saving.busy} disabled={getVisibleText(name) === ''}>
          <Trans>Save</Trans>
        </Button>
      </Group>
    </form>
  )
}
