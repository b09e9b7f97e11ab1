import { useEffect, useState } from 'react'
import { useNavigate } from '@tanstack/react-router'
import { takeOpenForm, type RememberedForm } from '#local/index.ts'
import { useAccount } from '#ui/index.ts'

/** Redirects on start: to the form that was open when the app was closed, otherwise to the home page. */
export function ResumeOrHome() {
  const { local } = useAccount()
  const navigate = useNavigate()
  const [left, setLeft] = useState<RememberedForm | null | undefined>()
  useEffect(() => {
    // StrictMode runs the effect twice. Only the first run finds the form, because it is removed when read.
    void takeOpenForm(local).then((found) => setLeft((before) => before ?? found))
  }, [local])
  useEffect(() => {
    // Navigates in an effect, as <Navigate> would navigate on each render. This component is rendered until the next
    // screen's file is loaded.
    if (left === undefined) return
    if (left === null) void navigate({ to: '/home', replace: true })
    else if (left.change !== undefined)
      void navigate({
        to: left.change === 'answer.edit' ? '/respuestas/actualizar/$id' : '/correctForm/$id',
        params: { id: left.draft },
        replace: true,
      })
    else
      void navigate({
        to: '/contestar/$id',
        params: { id: left.template },
        search: { borrador: left.draft },
        replace: true,
      })
  }, [left, navigate])
  return null
}
