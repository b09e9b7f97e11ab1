import { useState } from 'react'
import { Button, Checkbox, Group, Stack } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog, DialogFooter } from '#ui/index.ts'
import type { ReportParts } from './use-report-parts.ts'

type ChooseQuestionsProps = {
  readonly parts: ReportParts
  /** ids of the tables that are left out of the PDF */
  readonly leftOut: ReadonlySet<string>
  readonly onClose: () => void
  readonly onChosen: (leftOut: ReadonlySet<string>) => void
}

/** Selects the tables of a PDF. */
export function ChooseQuestionsDialog({ parts, leftOut, onClose, onChosen }: ChooseQuestionsProps) {
  const { t } = useLingui()
  const [left, setLeft] = useState(leftOut)
  const all = parts.flatMap(({ groups }) => groups.map(({ id }) => id))
  const [chosen, offered] = [all.filter((id) => !left.has(id)).length, all.length]
  const print = (ids: readonly string[], isPrinted: boolean): void => {
    const others = [...left].filter((id) => !ids.includes(id))
    setLeft(new Set(isPrinted ? others : [...others, ...ids]))
  }
  return (
    <Dialog opened size="lg" title={t`Questions in the PDF`} onClose={onClose}>
      <Stack gap="md">
        <Group gap="xs">
          <Button variant="default" onClick={() => print(all, true)}>
            <Trans>Choose all</Trans>
          </Button>
          <Button variant="default" onClick={() => print(all, false)}>
            <Trans>Choose none</Trans>
          </Button>
        </Group>
        {parts.map(({ title, groups }, index) => {
          const ids = groups.map(({ id }) => id)
          const printed = ids.filter((id) => !left.has(id)).length
          return (
            // The key contains the index, because two sections may have the same title.
            <Stack key={`${index} ${title}`} gap="xs" role="group" aria-label={title}>
              {groups.length > 1 && (
                <Checkbox
                  label={title}
                  fw={500}
                  checked={printed === ids.length}
                  indeterminate={printed > 0 && printed < ids.length}
                  onChange={(event) => print(ids, event.currentTarget.checked)}
                />
              )}
              {groups.map((group) => (
                <Checkbox
                  key={group.id}
                  ms={groups.length > 1 ? 'xl' : 0}
                  label={group.title}
                  checked={!left.has(group.id)}
                  onChange={(event) => print([group.id], event.currentTarget.checked)}
                />
              ))}
            </Stack>
          )
        })}
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button disabled={chosen === 0} onClick={() => onChosen(left)}>
            {chosen === offered ? (
              <Trans>Download PDF</Trans>
            ) : (
              <Trans>
                Download PDF ({chosen} of {offered})
              </Trans>
            )}
          </Button>
        </DialogFooter>
      </Stack>
    </Dialog>
  )
}
