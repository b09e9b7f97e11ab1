import { useLingui } from '@lingui/react/macro'
import type { Correction } from '#domain/corrections/index.ts'
import type { PlaceTexts } from './conflict-texts.ts'

/** A changed place with its old and new value. */
export type AnswerDifference = {
  readonly key: string
  readonly place: string
  readonly was: string
  readonly is: string
}

/** @returns a function that lists the changes of a correction by place */
export function useCorrectionDifferences(texts: PlaceTexts): (correction: Correction) => readonly AnswerDifference[] {
  const { t } = useLingui()
  const checked = (isChecked: boolean): string => (isChecked ? t`checked` : t`not checked`)
  const whole = <T>(key: string, place: string, edit: WholeValue<T> | undefined, say: (one: T | null) => string) =>
    edit === undefined ? [] : [{ key, place, was: say(edit.seen), is: say(edit.value) }]
  return ({ values, conditions, rows, location, citizen, persona, identifier }) => {
    const differences = [
      ...whole('location', t`Location`, location, texts.locationOf),
      ...whole('citizen', t`Citizen`, citizen, texts.citizenOf),
      ...whole('persona', t`Recipient`, persona, texts.recipientOf),
      ...whole('identifier', t`Asset`, identifier, texts.assetOf),
      ...conditions.map((edit) => ({
        key: `${edit.section}?${edit.condition}`,
        place: `${texts.sectionOf(edit.section)}: ${texts.conditionOf(edit.section, edit.condition)}`,
        was: checked(edit.seen),
        is: checked(edit.checked),
      })),
      ...rows.map((edit) => {
        const { section, row } = edit
        const place = texts.rowOf(section, row)
        return 'seen' in edit
          ? { key: `${section}#${row}`, place, was: texts.rowTextOf(section, row, edit.seen), is: t`removed` }
          : { key: `${section}#${row}`, place, was: texts.rowTextOf(section, row, null), is: t`added` }
      }),
      ...values.map(({ at, seen, value }) => ({
        key: at,
        place: texts.placeOf(at),
        was: texts.valueOf(at, seen),
        is: texts.valueOf(at, value),
      })),
    ]
    return differences
  }
}

type WholeValue<T> = { readonly seen: T | null; readonly value: T | null }
