import { mount } from 'svelte'
import '@fontsource/barlow/latin-400.css'
import '@fontsource/barlow/latin-500.css'
import '@fontsource/barlow/latin-600.css'
import '@fontsource/barlow-condensed/latin-500.css'
import '@fontsource/barlow-condensed/latin-600.css'
import '@fontsource/barlow-condensed/latin-700.css'
import '@fontsource/spectral/latin-500.css'
import '@fontsource/spectral/latin-500-italic.css'
import '@fontsource/spectral/latin-700.css'
import './styles/tokens.css'
import './styles/base.css'
import App from './App.svelte'

const target = document.getElementById('app')
if (!target) throw new Error('the page has no place for the table')

export default mount(App, { target })
