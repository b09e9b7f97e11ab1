import { useEffect, useState } from 'react'
import { useForm, useFormContext } from '../form/form-context.ts'
import { findFormer, type Found } from './find-former.ts'
import { beginningLike } from './start-form-like.ts'

/** Milliseconds without a change of whom and where it is about: a number is typed digit by digit. */
const SETTLED_MS = 400

/** @returns an own answer on this device about the same person or place, while some of it can be taken over; or null */
export function useFormer(): Found | null {
  const { form, office } = useFormContext()
  const local = office?.local
  const citizen = useForm((state) => state.header.citizen)
  const persona = useForm((state) => state.header.persona)
  const location = useForm((state) => state.header.location)
  const identifier = useForm((state) => state.header.identifier)
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    if (local === undefined) return
    let isGone = false
    const look = async (): Promise<void> => {
      const subject = { citizen, persona, location, identifier }
      // What cannot be read is not offered: the form is as good without.
      const former = await findFormer(local, form.template.id, subject).catch(() => null)
      if (isGone) return
      const isUseful = former !== null && beginningLike(form, former).filled > 0
      setFound(isUseful ? former : null)
    }
    const timer = setTimeout(() => void look(), SETTLED_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [form, local, citizen, persona, location, identifier])
  return found
}
