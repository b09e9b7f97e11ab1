// Starts the app behind the first frame of what the server wrote, which is read and typed into meanwhile. A page out of
// sight has no frames.
const { start } = document.currentScript.dataset
const begin = () => void import(start)
requestAnimationFrame(() => setTimeout(begin))
setTimeout(begin, 300)
