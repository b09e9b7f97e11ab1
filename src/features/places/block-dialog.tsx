import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { blockCountry, blockMunicipality, reachOfCountry, reachOfMunicipality } from '#domain/places/index.ts'
import type { RequestFailure } from '#domain/endpoints/index.ts'
import { LoadablePart, FormDialog, notify, useEndpointCall, useEndpointData, useFailureText } from '#ui/index.ts'
import styles from './places.module.css'

export type BlockablePlace = {
  readonly kind: 'municipality' | 'country'
  readonly id: string
  readonly nombre: string
  readonly inhabilitado: boolean
}

const BLOCK_ENDPOINTS = { municipality: blockMunicipality, country: blockCountry } as const
const REACH_ENDPOINTS = { municipality: reachOfMunicipality, country: reachOfCountry } as const

/** Blocks a place after explaining the effects and who is affected, or unblocks it. */
export function BlockPlaceDialog({ place, onClose }: { readonly place: BlockablePlace; readonly onClose: () => void }) {
  const { t } = useLingui()
  const failureText = useFailureText()
  const { act, busy } = useEndpointCall(BLOCK_ENDPOINTS[place.kind])
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const { nombre, inhabilitado } = place

  async function submit(): Promise<void> {
    setFailure(null)
    const outcome = await act({ id: place.id, body: { inhabilitado: !inhabilitado } })
    if (outcome.kind !== 'ok') return setFailure(outcome)
    notify({ tone: 'received', text: inhabilitado ? t`${nombre} is unblocked` : t`${nombre} is blocked` })
    onClose()
  }

  return (
    <FormDialog
      danger={!inhabilitado}
      title={inhabilitado ? t`Unblock ${nombre}?` : t`Block ${nombre}?`}
      submit={inhabilitado ? <Trans>Unblock</Trans> : <Trans>Block</Trans>}
      busy={busy}
      failure={failure === null ? null : failureText(failure)}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      {inhabilitado ? (
        <p>
          <Trans>
            Its users can sign in again, unsent answers on their devices are sent, and its public forms accept answers
            again.
          </Trans>
        </p>
      ) : (
        <BlockConsequences place={place} />
      )}
    </FormDialog>
  )
}

function BlockConsequences({ place }: { readonly place: BlockablePlace }) {
  const [loadable, retry] = useEndpointData(REACH_ENDPOINTS[place.kind], { id: place.id })
  return (
    <LoadablePart loadable={loadable} retry={retry}>
      {({ users, devices, unsent, publicForms, municipalities }) => (
        <ul className={styles['reach']}>
          {place.kind === 'country' && (
            <li>
              <Plural
                value={municipalities}
                _0="It has no municipalities."
                one="It has # municipality."
                other="It has # municipalities."
              />
            </li>
          )}
          <li>
            <Plural value={users} _0="It has no users." one="It has # user." other="It has # users." />{' '}
            {users > 0 && <Trans>They will see “Access denied” and be signed out within seconds.</Trans>}
          </li>
          <li>
            <Plural
              value={devices}
              _0="No device was active recently."
              one="# device was active recently."
              other="# devices were active recently."
            />{' '}
            {unsent > 0 && (
              <Plural
                value={unsent}
                one="# answer on these devices has not been sent. It stays there. If it reaches the server, it is held for a decision."
                other="# answers on these devices have not been sent. They stay there. If they reach the server, they are held for a decision."
              />
            )}
          </li>
          <li>
            <Plural
              value={publicForms}
              _0="It has no public forms."
              one="# public form will stop accepting answers."
              other="# public forms will stop accepting answers."
            />
          </li>
        </ul>
      )}
    </LoadablePart>
  )
}
