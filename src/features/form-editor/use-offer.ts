import { type Offer, offerTo } from '#domain/templates/index.ts'
import { useProfile } from '#ui/index.ts'
import { useEditor } from './store/editor-context.tsx'

/** What this person is offered for the form as it is now. */
export function useOffer(): Offer {
  return offerTo(
    useProfile(),
    useEditor((state) => state.form.areas),
  )
}
