import { loadAreaDialog } from '#features/areas/index.ts'
import { loadFirstSteps, type StepDialogs } from '#features/first-steps/index.ts'
import { loadGallery } from '#features/form-editor/index.ts'
import { loadPlaces } from '#features/places/index.ts'
import { loadCreateUser } from '#features/users/index.ts'
import { later } from '#ui/index.ts'

const FirstSteps = later(async () => (await loadFirstSteps()).FirstSteps)

/** Dialogs, each loaded when its step is started. */
const Municipality = later(async () => (await loadPlaces()).MunicipalityDialog)
const Area = later(async () => (await loadAreaDialog()).AreaDialog)
const CreateUser = later(async () => (await loadCreateUser()).CreateDialog)
const Gallery = later(async () => (await loadGallery()).Gallery)

const DIALOGS: StepDialogs = {
  municipality: (props) => <Municipality {...props} />,
  renameArea: (props) => <Area {...props} />,
  createArea: (props) => <Area {...props} />,
  createUser: (props) => <CreateUser {...props} />,
  gallery: (props) => <Gallery {...props} />,
}

/** The first-steps page with the dialogs of the features that it uses. */
export function FirstStepsScreen() {
  return <FirstSteps dialogs={DIALOGS} />
}
