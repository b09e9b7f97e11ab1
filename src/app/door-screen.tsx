import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { templateIdSchema } from '#domain/kernel/index.ts'
import { doorBearerSchema } from '#domain/tickets/index.ts'
import { loadDoor, loadStaffTools } from '#features/door/index.ts'
import { AccountProvider, lazyPart, useSession } from '#ui/index.ts'
import { useOpenAccount } from './account.ts'

const Door = lazyPart(async () => (await loadDoor()).DoorScreen)
const StaffTools = lazyPart(async () => (await loadStaffTools()).StaffTools)

/**
 * Ticket control of an event, for staff and for users of a link. The secret after the link's `#` is stored on this
 * device and removed from the URL at once, so that no history or screenshot contains it.
 */
export function DoorRoute() {
  const { formulario } = useParams({ from: '/entradas/$formulario' })
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [secret] = useState(() => doorBearerSchema.safeParse(hash).data)
  const isLooking = useSession((state) => state.phase.kind === 'loading')
  const account = useOpenAccount((state) => state.account)
  useEffect(() => {
    if (hash !== '') void navigate({ to: '.', hash: '', replace: true, resetScroll: false })
  }, [hash, navigate])

  const form = templateIdSchema.safeParse(formulario).data
  // Redirects to `/404` instead of rendering its screen, because importing that screen here would split the initial
  // bundle.
  if (form === undefined) return <Navigate to="/404" replace />
  // A link needs no account; without a link, waits until the signed-in account is known.
  if (isLooking && secret === undefined) return null
  if (account === null) return <Door form={form} secret={secret} ask={undefined} />
  return (
    <AccountProvider value={account}>
      <Door
        form={form}
        secret={secret}
        ask={account.ask}
        staff={(timeZone) => <StaffTools form={form} timeZone={timeZone} />}
      />
    </AccountProvider>
  )
}
