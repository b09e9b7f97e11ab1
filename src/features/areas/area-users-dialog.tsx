import { Trans, useLingui } from '@lingui/react/macro'
import { listAreaUsers, type ListedArea } from '#domain/places/index.ts'
import { AskedPart, Dialog, useAsked } from '#ui/index.ts'
import { People } from './people.tsx'

/** Who has an area. */
export function AreaUsersDialog({ area, onClose }: { readonly area: ListedArea; readonly onClose: () => void }) {
  const { t } = useLingui()
  const [asked, again] = useAsked(listAreaUsers, { area: area.path })
  return (
    <Dialog opened onClose={onClose} title={t`Users of ${area.nombre}`}>
      <AskedPart asked={asked} again={again}>
        {({ users, total }) =>
          total === 0 ? (
            <p>
              <Trans>There are no users associated with this area</Trans>
            </p>
          ) : (
            <People users={users} total={total} />
          )
        }
      </AskedPart>
    </Dialog>
  )
}
