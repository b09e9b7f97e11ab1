import { useState } from 'react'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Trans, useLingui } from '@lingui/react/macro'
import { listSavedFilters, problemOf, removeSavedFilter, saveFilter } from '#domain/api/index.ts'
import { MAX_FILTER_NAME_LENGTH } from '#domain/documents/index.ts'
import type { Problem, TemplateId } from '#domain/kernel/index.ts'
import { AskedPart, Banner, Dialog, useAct, useAsked, useProblemText } from '#ui/index.ts'
import type { ListFilters } from './list-filters.ts'
import { savedOf, searchOf } from './saved-search.ts'
import styles from './filters.module.css'

export type SavedFiltersProps = {
  readonly template: TemplateId
  readonly search: ListFilters
  readonly change: (change: ListFilters) => void
  readonly onClose: () => void
}

/** Filters that somebody has saved of this list, on whichever of their devices: each is one tap; the one that is set now can be saved under a name. */
export function SavedFilters({ template, search, change, onClose }: SavedFiltersProps) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const [asked, again] = useAsked(listSavedFilters, { template })
  const removing = useAct(removeSavedFilter)
  const [problem, setProblem] = useState<Problem | null>(null)
  const remove = async (name: string): Promise<void> => {
    const outcome = await removing.act({ template, name })
    setProblem(outcome.kind === 'ok' ? null : problemOf(outcome))
  }
  return (
    <Dialog opened onClose={onClose} title={t`Saved filters`}>
      <Stack gap="md">
        <AskedPart asked={asked} again={again}>
          {({ filters }) =>
            filters.length === 0 ? (
              <p>
                <Trans>You have not saved a filter of this list yet.</Trans>
              </p>
            ) : (
              <ul className={`r-column r-plain ${styles['saved']}`}>
                {filters.map(({ name, search: saved }) => (
                  <li key={name}>
                    <Button
                      variant="default"
                      justify="start"
                      fullWidth
                      aria-pressed={saved === savedOf(search)}
                      onClick={() => {
                        change(searchOf(saved))
                        onClose()
                      }}
                    >
                      {name}
                    </Button>
                    <Button
                      variant="subtle"
                      color="var(--r-attention)"
                      aria-label={t`Delete filter ${name}`}
                      disabled={removing.busy}
                      onClick={() => void remove(name)}
                    >
                      <IconTrash size={20} aria-hidden="true" />
                    </Button>
                  </li>
                ))}
              </ul>
            )
          }
        </AskedPart>
        {problem !== null && (
          <div role="alert">
            <Banner tone="attention">{textOf(problem)}</Banner>
          </div>
        )}
        <Saving template={template} search={search} told={setProblem} />
      </Stack>
    </Dialog>
  )
}

type SavingProps = Pick<SavedFiltersProps, 'template' | 'search'> & { readonly told: (problem: Problem | null) => void }

function Saving({ template, search, told }: SavingProps) {
  const { t } = useLingui()
  const [name, setName] = useState('')
  const saving = useAct(saveFilter)
  const saved = savedOf(search)
  if (saved === '')
    return (
      <p>
        <Trans>To save a filter, narrow the list first.</Trans>
      </p>
    )
  const save = async (): Promise<void> => {
    const outcome = await saving.act({ body: { template, name: name.trim(), search: saved } })
    told(outcome.kind === 'ok' ? null : problemOf(outcome))
    if (outcome.kind === 'ok') setName('')
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') void save()
      }}
    >
      <Group align="end" gap="xs" wrap="nowrap">
        <TextInput
          className="r-yields r-grow"
          label={t`Save what is set now as`}
          maxLength={MAX_FILTER_NAME_LENGTH}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={saving.busy} disabled={name.trim() === ''}>
          <Trans>Save</Trans>
        </Button>
      </Group>
    </form>
  )
}
