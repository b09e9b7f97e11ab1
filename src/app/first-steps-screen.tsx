import { loadAreaDialog } from '#features/areas/index.ts'
import { loadFirstSteps, type StepDialogs } from '#features/first-steps/index.ts'
import { loadGallery } from '#features/form-editor/index.ts'
import { loadPlaces } from '#features/places/index.ts'
import { loadCreateUserDialog } from '#features/users/index.ts'
import { lazyPart } from '#ui/index.ts'

const FirstSteps = lazyPart(async () => (await loadFirstSteps()).FirstSteps)

/** Dialogs, each loaded when its step is started. */
const Municipality = lazyPart(async () => (await loadPlaces()).MunicipalityDialog)
const Area = lazyPart(async () => (await loadAreaDialog()).AreaDialog)
const CreateUser = lazyPart(async () => (await loadCreateUserDialog()).CreateUserDialog)
const LazyGallery = lazyPart(async () => (await loadGallery()).TemplateGallery)

const DIALOGS: StepDialogs = {
  municipality: (props) => <Municipality {...props} />,
  renameArea: (props) => <Area {...props} />,
  createArea: (props) => <Area {...props} />,
  createUser: (props) => <CreateUser {...props} />,
  gallery: (props) => <LazyGallery {...props} />,
}

/** The first-steps page with the dialogs of the features that it uses. */
export function FirstStepsScreen() {
  return <FirstSteps dialogs={DIALOGS} />
}
