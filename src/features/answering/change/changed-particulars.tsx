import { Trans, useLingui } from '@lingui/react/macro'
import { asksForCitizen, asksForRecipient } from '#domain/answering/index.ts'
import { type ParticularsLike, sameParticular, wholeOf } from '#domain/corrections/index.ts'
import { later, usePlaceWords } from '#ui/index.ts'
import { headerOf } from '../form/draft-header.ts'
import { useForm, useFormContext } from '../form/form-context.ts'

const CitizenStep = later(async () => (await import('../citizen/citizen-step.tsx')).CitizenStep)
const NO_FILES = { files: [], rows: [] }

/** Corrects whom an answer is about, and shows what differs from before. The asset is assigned beside the location. */
export function ChangedParticulars({ seen }: { readonly seen: ParticularsLike }) {
  const { t } = useLingui()
  const { form } = useFormContext()
  const { template } = form
  const { citizenOf, recipientOf, assetOf } = usePlaceWords(NO_FILES, template)
  const header = useForm((state) => state.header)
  const [was, is] = [wholeOf(seen), wholeOf(headerOf(header))]
  const places = [
    { place: 'citizen', name: t`Citizen`, before: citizenOf(was.citizen) },
    { place: 'persona', name: t`Recipient`, before: recipientOf(was.persona) },
    { place: 'identifier', name: t`Assigned asset`, before: assetOf(was.identifier) },
  ] as const
  return (
    <>
      {(asksForCitizen(template) || asksForRecipient(template)) && <CitizenStep />}
      {places.map(({ place, name, before }) =>
        sameParticular(place, was[place], is[place]) ? null : (
          <p key={place} className="r-breaks r-soft r-note">
            {name} · <Trans comment="what stood there before this change">Before: {before}</Trans>
          </p>
        ),
      )}
    </>
  )
}
