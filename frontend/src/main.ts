import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { show } from './lib/prefs.svelte';

show();
mount(App, { target: document.querySelector('#app')! });
