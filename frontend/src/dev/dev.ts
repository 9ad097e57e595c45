import { mount } from 'svelte';
import '../app.css';
import { loadLanguage } from '../lib/language';
import Dev from './Dev.svelte';

void loadLanguage().then(() => mount(Dev, { target: document.querySelector('#app')! }));
