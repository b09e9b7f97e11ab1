// Starts the app behind the first frame of what the server wrote, which is read and typed into meanwhile: first what
// every page draws with, then the rest, so that neither is waited for as long. A page out of sight has no frames.
const { base, start } = document.currentScript.dataset
const begin = async () => {
  await import(base)
  setTimeout(() => void import(start))
}
const later = () => void begin()
requestAnimationFrame(() => setTimeout(later))
setTimeout(later, 300)
