import { useState } from 'react'
import { Group, NativeSelect, Stack } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useLingui } from '@lingui/react/macro'
import { readAnswerVersion, type Answer, type AnswerVersions } from '#domain/answers/index.ts'
import { LoadablePart, LazyDifferences, useEndpointData, useFormats, type Loadable } from '#ui/index.ts'
import type { ShownAnswer } from '../use-answer.ts'
import styles from './history.module.css'

type CompareProps = { readonly shown: ShownAnswer; readonly known: AnswerVersions['versions'] }

/** Differences between two versions; initially those of the last change. */
export function CompareVersions({ shown: { stored, version }, known }: CompareProps) {
  const { t } = useLingui()
  const formats = useFormats()
  const [picked, setPicked] = useState<{ readonly from?: number; readonly to?: number }>({})
  const { from = stored.version - 1, to = stored.version } = picked
  const choices = Array.from({ length: stored.version }, (_, index) => {
    const number = stored.version - index
    const at = known.find((one) => one.version === number)?.at
    return {
      value: String(number),
      label: at === undefined ? t`Version ${number}` : t`Version ${number}, ${formats.dateTime(at)}`,
    }
  })
  const [before, againBefore] = useEndpointData(readAnswerVersion, { id: stored.id, version: from })
  const [after, againAfter] = useEndpointData(readAnswerVersion, { id: stored.id, version: to }, to !== stored.version)
  const newer: Loadable<{ readonly answer: Answer }> =
    to === stored.version ? { kind: 'here', value: { answer: stored }, problem: null } : after
  return (
    <Stack gap="md">
      <Group gap="8px 16px" align="end" className={styles['pick'] ?? ''}>
        <NativeSelect
          label={t`From`}
          data={choices}
          value={String(from)}
          onChange={(event) => setPicked({ to, from: Number(event.currentTarget.value) })}
        />
        <IconArrowRight size={20} aria-hidden="true" />
        <NativeSelect
          label={t`To`}
          data={choices}
          value={String(to)}
          onChange={(event) => setPicked({ from, to: Number(event.currentTarget.value) })}
        />
      </Group>
      <LoadablePart asked={before} again={againBefore}>
        {(older) => (
          <LoadablePart asked={newer} again={againAfter}>
            {({ answer }) => <LazyDifferences before={older.answer} after={answer} version={version} />}
          </LoadablePart>
        )}
      </LoadablePart>
    </Stack>
  )
}
