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

/** Ready-made form: its name and draft. Without areas, which users choose. */
export type GalleryForm = { readonly name: string; readonly draft: TemplateDraft }

/** Files exported by the editor, without defaults. */
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

/** Ready-made forms in Spanish and English, in display order. Not cached, because reading takes milliseconds. */
export function buildGalleryForms(): readonly GalleryForm[] {
  return Object.entries(FORMS).map(([name, file]) => {
    const read = readTemplateFile(file)
    if (!read.ok) throw new Error(`${name} is no form`)
    return { name, draft: read.value }
  })
}
