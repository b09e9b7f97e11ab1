export { SetPasswordScreen } from './set-password-screen.tsx'
