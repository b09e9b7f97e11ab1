import { Trans, useLingui } from '@lingui/react/macro'
import { contentOf } from '#domain/answering/index.ts'
import { correctionBetween } from '#domain/corrections/index.ts'
import type { Answer, FormTemplate } from '#domain/documents/index.ts'
import { usePlaceWords, type PlaceWords } from './conflict-words.ts'
import styles from './differences.module.css'

type DifferencesProps = {
  readonly before: Answer
  readonly after: Answer
  readonly version: FormTemplate | null | undefined
}

/** What differs between two versions of an answer. */
export function Differences({ before, after, version }: DifferencesProps) {
  const { t } = useLingui()
  const words = usePlaceWords(after, version)
  const rows = useDifferences(before, after, words)
  const [older, newer] = [before.version, after.version]
  if (rows.length === 0)
    return (
      <p>
        <Trans>Nothing that was answered differs between them.</Trans>
      </p>
    )
  return (
    <div className={styles['scroll']}>
      <table className={styles['table']} aria-label={t`Differences`}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Where</Trans>
            </th>
            <th scope="col">
              <Trans>Version {older}</Trans>
            </th>
            <th scope="col">
              <Trans>Version {newer}</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ place, was, is }) => (
            <tr key={place}>
              <th scope="row">{place}</th>
              <td>{was}</td>
              <td>{is}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type Difference = { readonly place: string; readonly was: string; readonly is: string }

function useDifferences(before: Answer, after: Answer, words: PlaceWords): readonly Difference[] {
  const { t } = useLingui()
  const { values, conditions, rows } = correctionBetween(contentOf(before), contentOf(after))
  const checked = (one: boolean): string => (one ? t`checked` : t`not checked`)
  const stateOf = ({ estados }: Answer): string =>
    estados?.disponibles.find(({ id }) => id === estados.actual)?.nombre ?? ''
  const whole = [
    { place: t`State`, was: stateOf(before), is: stateOf(after) },
    { place: t`Location`, was: words.locationOf(before.ubicacion), is: words.locationOf(after.ubicacion) },
    { place: t`Citizen`, was: words.citizenOf(before.datosCiudadano), is: words.citizenOf(after.datosCiudadano) },
    { place: t`Recipient`, was: words.recipientOf(before.persona), is: words.recipientOf(after.persona) },
    {
      place: t`Asset`,
      was: words.assetOf(before.muniCore?.idIdentificador),
      is: words.assetOf(after.muniCore?.idIdentificador),
    },
  ]
  return [
    ...whole.filter(({ was, is }) => was !== is),
    ...conditions.map(({ section, condition, ...edit }) => ({
      place: `${words.sectionOf(section)}: ${words.conditionOf(section, condition)}`,
      was: checked(edit.seen),
      is: checked(edit.checked),
    })),
    ...rows.map(({ section, seen, count }) => {
      const name = words.sectionOf(section)
      return { place: t`Repetitions of ${name}`, was: String(seen + 1), is: String(count + 1) }
    }),
    ...values.map(({ at, seen, value }) => ({
      place: words.placeOf(at),
      was: words.valueOf(at, seen),
      is: words.valueOf(at, value),
    })),
  ]
}
