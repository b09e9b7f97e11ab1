import { templateDraftSchema, type TemplateDraft } from '../documents/index.ts'
import { animalVaccination } from './forms/animal-vaccination.ts'
import { buildingWorks } from './forms/building-works.ts'
import { foodControl } from './forms/food-control.ts'
import { households } from './forms/households.ts'
import { neighbourComplaint } from './forms/neighbour-complaint.ts'
import { publicEvent } from './forms/public-event.ts'
import { shopInspection } from './forms/shop-inspection.ts'
import { stormDamage } from './forms/storm-damage.ts'
import { streetTrees } from './forms/street-trees.ts'
import { violationRecord } from './forms/violation-record.ts'

/** A form that is ready to be used: its name in the gallery, and what it asks. It has no area: whoever takes it chooses one. */
export type GalleryForm = { readonly name: string; readonly draft: TemplateDraft }

const FORMS = {
  shopInspection,
  violationRecord,
  neighbourComplaint,
  streetTrees,
  foodControl,
  households,
  buildingWorks,
  publicEvent,
  animalVaccination,
  stormDamage,
}

/** Ten forms of a municipality, in Spanish and English, in the order in which they are offered. They are read anew each time, which takes some milliseconds: nobody keeps them. */
export function galleryForms(): readonly GalleryForm[] {
  return Object.entries(FORMS).map(([name, form]) => ({ name, draft: templateDraftSchema.parse(form) }))
}
