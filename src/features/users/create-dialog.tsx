import { useState } from 'react'
import { Trans, useLingui } from '@lingui/react/macro'
import type { MunicipalityOfList } from '#domain/places/index.ts'
import { Banner, FormDialog, MunicipalitySteps, useCan, useProfile } from '#ui/index.ts'
import { LinkDialog } from './link-dialog.tsx'
import { NOBODY, type Person } from './person.ts'
import { AreasField, PersonFields } from './person-fields.tsx'
import { useCreating } from './use-creating.ts'

type CreateDialogProps = {
  /** what is known of them already */
  readonly begin?: Person
  /** of a person at the single sign-on provider: the account is theirs at once, without a password here */
  readonly request?: string | undefined
  readonly onClose: () => void
}

/** A new user (part 1, point 5): anywhere for ROLE_ADMIN, in their linked municipality for ROLE_SUPERVISOR_ELEVADO. */
export function CreateDialog({ begin = NOBODY, request, onClose }: CreateDialogProps) {
  const { t } = useLingui()
  const everywhere = useCan()('manage', 'usuario')
  const own = useProfile()?.municipality.path
  const [person, setPerson] = useState<Person>(begin)
  const [link, setLink] = useState<string>()
  const [municipality, setMunicipality] = useState<MunicipalityOfList>()
  const { busy, failure, faults, areasField, dialog, create } = useCreating((made) => {
    if (made === undefined) onClose()
    else setLink(made)
  }, request)
  const change = (part: Partial<Person>) => setPerson((before) => ({ ...before, ...part }))
  if (link !== undefined)
    return <LinkDialog link={link} name={`${person.firstName} ${person.lastName}`.trim()} onClose={onClose} />
  return (
    <FormDialog
      title={t`Add user`}
      submit={<Trans>Create</Trans>}
      busy={busy}
      failure={failure}
      onSubmit={() => void create(person, municipality)}
      onClose={onClose}
    >
      <PersonFields person={person} change={change} faults={faults} />
      <MunicipalitySteps of={everywhere ? undefined : own} onChange={() => change({ areas: [] })}>
        {(chosen) => {
          if (chosen === undefined) return null
          if (!everywhere && chosen.idMuniCore === undefined)
            return (
              <Banner tone="attention">
                <Trans>The current municipality is not associated with a municipality of MuniDigital.</Trans>
              </Banner>
            )
          if (chosen.areas.length === 0)
            return (
              <Banner tone="attention">
                <Trans>This municipality has no areas. Create one before its users.</Trans>
              </Banner>
            )
          return (
            <AreasField
              areas={chosen.areas}
              value={person.areas}
              field={areasField}
              error={faults.areas}
              onChange={(areas) => {
                setMunicipality(chosen)
                change({ areas })
              }}
            />
          )
        }}
      </MunicipalitySteps>
      {dialog}
    </FormDialog>
  )
}
