import type { TemplateDraft } from '../templates/documents/template.ts'
import { readTemplateFile } from '../template-file/template-file.ts'
import animalVaccination from './forms/animal-vaccination.json' with { type: 'json' }
import buildingWorks from './forms/building-works.json' with { type: 'json' }
import foodControl from './forms/food-control.json' with { type: 'json' }
import households from './forms/households.json' with { type: 'json' }
import neighbourComplaint from './forms/neighbour-complaint.json' with { type: 'json' }
import publicEvent from './forms/public-event.json' with { type: 'json' }
import shopInspection from './forms/shop-inspection.json' with { type: 'json' }
import stormDamage from './forms/storm-damage.json' with { type: 'json' }
import streetTrees from './forms/street-trees.json' with { type: 'json' }
import violationRecord from './forms/violation-record.json' with { type: 'json' }

/** A form that is ready to use: its name in the gallery, and what it asks. It has no area: who takes it chooses one. */
export type GalleryForm = { readonly name: string; readonly draft: TemplateDraft }

/** Files as the editor exports them, without what is the default. */
const FORMS: Readonly<Record<string, unknown>> = {
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

/** Ten forms of a municipality, in Spanish and English, in order of offer. Not kept: reading takes milliseconds. */
export function galleryForms(): readonly GalleryForm[] {
  return Object.entries(FORMS).map(([name, file]) => {
    const read = readTemplateFile(file)
    if (!read.ok) throw new Error(`${name} is no form`)
    return { name, draft: read.value }
  })
}
