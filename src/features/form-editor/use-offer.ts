import { type Offer, offerTo } from '#domain/templates/index.ts'
import { useProfile } from '#ui/index.ts'
import { useEditor } from './store/editor-context.tsx'

/** The features available to this user for the current form. */
export function useOffer(): Offer {
  return offerTo(
    useProfile(),
    useEditor((state) => state.form.areas),
  )
}
