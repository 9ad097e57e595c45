import { mount } from 'svelte';
import './app.css';
import VerifyFile from './VerifyFile.svelte';

mount(VerifyFile, { target: document.querySelector('#app')! });
