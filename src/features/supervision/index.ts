export { FailedJobsScreen } from './failed-jobs-screen.tsx'
export { FleetScreen } from './fleet-screen.tsx'
export { HeldListScreen } from './held-list-screen.tsx'
export { SupervisionStart } from './supervision-start.tsx'
