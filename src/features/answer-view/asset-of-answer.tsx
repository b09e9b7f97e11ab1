import { useLingui } from '@lingui/react/macro'
import { getIdentifierDataById } from '#domain/maps/index.ts'
import { municipalityOfDocument } from '#domain/places/index.ts'
import type { Answer } from '#domain/answers/index.ts'
import { Facts, useAsked, useProfile } from '#ui/index.ts'

/** An answer's asset (part 3, point 2) as the management system knows it now; its id alone where it cannot be asked. */
export function AssetOfAnswer({ answer }: { readonly answer: Answer }) {
  const profile = useProfile()
  const id = answer.muniCore?.idIdentificador
  return id === undefined || profile === null ? null : (
    <Asset id={id} username={profile.userMuniCore} municipality={municipalityOfDocument(answer)} />
  )
}

type AssetProps = {
  readonly id: string
  readonly username: string
  readonly municipality: ReturnType<typeof municipalityOfDocument>
}

function Asset({ id, username, municipality }: AssetProps) {
  const { t } = useLingui()
  const [asked] = useAsked(
    getIdentifierDataById,
    { body: { idIdentifier: id, username, municipality } },
    username !== '',
  )
  const known = asked.kind === 'here' ? asked.value.result : null
  const facts = [
    { name: t`Assigned asset`, value: known?.descripcion ?? id },
    { name: t`Kind of asset`, value: known?.tipoIdentificador ?? '' },
    { name: t`Where the asset is`, value: known?.direccion ?? '' },
  ]
  return <Facts facts={facts.filter(({ value }) => value !== '')} />
}
