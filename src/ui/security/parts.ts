export { AddFactorForm, RecoveryCodeList } from './add-factor.tsx'
export { IdentityConfirmation } from './confirm.tsx'
export { SecondStepForm } from './second-step.tsx'
