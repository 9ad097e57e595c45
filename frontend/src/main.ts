import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { loadLanguage } from './lib/language';
import { applyPrefs } from './lib/prefs.svelte';
import { registerWorker } from './lib/worker';

applyPrefs();
registerWorker();
void loadLanguage().then(() => mount(App, { target: document.querySelector('#app')! }));
