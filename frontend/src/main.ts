import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { applyPrefs } from './lib/prefs.svelte';

applyPrefs();
mount(App, { target: document.querySelector('#app')! });
