import { useMemo } from 'react'
import { findPublicAddress, searchPublicAddress } from '#domain/maps/index.ts'
import { ListSkeleton, useAccount, useProblemText } from '#ui/index.ts'
import { usePublicMap } from '#ui/map/index.ts'
import { useFormContext } from '../form/form-context.ts'
import { type AddressHelp, toPointQuery } from '../location/address-help.ts'
import type { LocationAidProps } from '../location/aid.ts'
import { MapUnavailable, PlaceSearch } from '../location/place-help.tsx'

/** Map and address search for a location, for users without an account. */
export function PublicLocationAid(props: LocationAidProps) {
  const { form } = useFormContext()
  const { ask } = useAccount()
  const problemText = useProblemText()
  const { id } = form.template
  const { source, facts, problem } = usePublicMap(id)
  const addresses = useMemo<AddressHelp>(
    () => ({
      search: (q) => ask(searchPublicAddress, { id, q }),
      addressOf: (point) => ask(findPublicAddress, { id, ...toPointQuery(point) }),
    }),
    [ask, id],
  )
  if (facts === null && problem === null) return <ListSkeleton rows={1} height={240} />
  if (facts === null || (facts.layers.length === 0 && !facts.geocoder))
    return (
      <MapUnavailable>
        {problem !== null && problem.code !== 'network.unreachable' && <>{problemText(problem)} </>}
      </MapUnavailable>
    )
  return <PlaceSearch {...props} source={source} facts={facts} centre={facts.centre} addresses={addresses} />
}
